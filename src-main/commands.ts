/**
 * A command that the native menus and the palette of the window share, with the same words and keys. `keys` are pressed in the
 * window one after the other; `to` is the page.
 */
type Command = {
  label: string;
  keywords: string;
  keys?: string;
  to: string;
  search?: Readonly<Record<string, unknown>>;
};

export const pageCommands = {
  live: { label: 'Live', keywords: 'events inspector', keys: 'g l', to: '/live' },
  experiments: { label: 'Experiments', keywords: 'a/b tests results', keys: 'g e', to: '/experiments' },
  flags: { label: 'Flags', keywords: 'feature toggles', keys: 'g f', to: '/feature-flags' },
  actions: { label: 'Actions', keywords: 'behavior matches count', keys: 'g a', to: '/actions' },
  persons: { label: 'Persons', keywords: 'users people', keys: 'g p', to: '/persons' },
  groups: { label: 'Groups', keywords: 'companies', to: '/groups' },
  'test-runs': { label: 'Test runs', keywords: 'qa suites ci', keys: 'g t', to: '/test-runs' },
  'tracking-plan': {
    label: 'Tracking plan',
    keywords: 'schema types properties lock taxonomy',
    keys: 'g k',
    to: '/tracking-plan',
  },
  settings: { label: 'Settings', keywords: 'preferences options', keys: 'g s', to: '/settings/projects' },
} as const satisfies Record<string, Command>;

export const helpCommands = {
  'get-started': {
    label: 'Get started',
    keywords: 'help onboarding first steps snippet sample data',
    to: '/get-started',
  },
  'check-for-updates': {
    label: 'Check for updates…',
    keywords: 'new version release upgrade',
    to: '/settings/desktop',
  },
  glossary: { label: 'Glossary', keywords: 'help terms statistics', to: '/glossary' },
} as const satisfies Record<string, Command>;

export const newCommands = {
  'new-experiment': { label: 'New experiment', keywords: 'create a/b test', to: '/experiments/new' },
  'new-flag': { label: 'New flag', keywords: 'create', to: '/feature-flags/new' },
  'new-action': { label: 'New action', keywords: 'create', to: '/actions/new' },
  'start-test-run': { label: 'Start test run', keywords: 'create', to: '/test-runs/new' },
  'new-expectation': {
    label: 'New expectation',
    keywords: 'assertions checks qa',
    to: '/test-runs/expectations/new',
  },
} as const satisfies Record<string, Command>;

/** Commands that the window runs itself, without another page. */
export const windowCommands = {
  palette: { label: 'Search and commands', accelerator: 'CmdOrCtrl+K' },
  'copy-link': { label: 'Copy link', accelerator: 'CmdOrCtrl+Shift+L' },
} as const;

export type CommandId =
  | keyof typeof pageCommands
  | keyof typeof helpCommands
  | keyof typeof newCommands
  | keyof typeof windowCommands;

/** The event by which the preload script tells the page that a command waits for it. */
export const commandEvent = 'benchtop:command';

/** The message by which the shell asks a page's preload script for that event. */
export const commandChannel = 'desktop:command';

/** The request of a page for the command that waits for it. */
export const takeCommandChannel = 'desktop:take-command';
