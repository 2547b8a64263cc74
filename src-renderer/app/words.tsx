import { helpCommands, pageCommands, windowCommands } from '#main/commands.ts';
import type { LockReason } from '../api/session.ts';

/** Words of the shell and its pages. */
export const words = {
  benchtop: 'Benchtop',
  pages: 'Pages',
  live: pageCommands.live.label,
  experiments: pageCommands.experiments.label,
  flags: pageCommands.flags.label,
  actions: pageCommands.actions.label,
  persons: pageCommands.persons.label,
  testRuns: pageCommands['test-runs'].label,
  trackingPlan: pageCommands['tracking-plan'].label,
  groups: pageCommands.groups.label,
  settings: pageCommands.settings.label,
  help: 'Help',
  getStarted: helpCommands['get-started'].label,
  glossary: helpCommands.glossary.label,
  projects: 'Projects',
  newProject: 'New project',
  layout: {
    signingIn: 'Signing in',
    noProject: 'No project for this session',
    noProjectHint: 'Sign in with a key whose project still exists.',
  },
  shell: {
    skip: 'Skip to the page',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    show: 'Show these shortcuts',
    search: 'Search this list, or everything',
    go: (page: string) => `Go to ${page}`,
    create: 'Create one for this list',
    next: 'Next row; Enter opens it',
    previous: 'Previous row',
  },
  sidebar: {
    search: 'Search',
    searchKey: (modifier: string) => `${modifier} K`,
    project: 'Project: ',
    collapse: 'Collapse sidebar',
    expand: 'Expand sidebar',
  },
  banners: {
    portTaken: (port: number) => `Port ${port} is taken by another program.`,
    otherPort: (url: string) => `Benchtop listens on ${url} for now. Point your SDKs there.`,
    checkData: 'Check the stored data.',
    restoreOrContinue: 'Restore or continue',
    reviewAndContinue: 'Review and continue',
    lost: 'The server does not answer.',
    lostHint:
      'This window reconnects automatically and shows older data until then. SDKs must send their events again.',
  },
  status: {
    connecting: 'Connecting',
    noAnswer: 'No answer',
    localOnly: 'Localhost only',
    localOnlyHint: 'The server listens on this computer only, and nothing is sent elsewhere.',
    updatesOnly: 'Updates only',
    updatesOnlyHint: (host: string) =>
      `The server listens on this computer only. Benchtop asks ${host} for updates; nothing else is sent elsewhere.`,
    postsTo: (hosts: string) => `Posts to ${hosts}`,
    postsToHint: 'The webhooks under Settings › Chat get messages from this computer.',
    relaysToHint: 'Settings › Relay and Settings › Chat name what this computer sends there.',
    asksToo: (host: string) => `Benchtop also asks ${host} for updates.`,
    limited: 'Limited session',
    readOnly: 'Read only',
    address: 'server address',
    rate: 'events/s',
    dropped: 'dropped',
    rejected: 'rejected',
    unassigned: 'without a known project',
    database: 'database',
  },
  loading: {
    live: 'Loading the live view',
    flags: 'Loading flags',
    editor: 'Loading the editor',
    flag: 'Loading the flag',
    actions: 'Loading actions',
    action: 'Loading the action',
    experiments: 'Loading experiments',
    experiment: 'Loading the experiment',
    testRuns: 'Loading test runs',
    testRun: 'Loading the test run',
    compare: 'Loading the comparison',
    expectation: 'Loading the expectation',
    trackingPlan: 'Loading the tracking plan',
    planEvent: 'Loading the event',
    help: 'Loading the first steps',
    persons: 'Loading persons',
    person: 'Loading the person',
    groups: 'Loading groups',
    glossary: 'Loading the glossary',
    settings: 'Loading the settings',
  },
  flagByKey: {
    none: (key: string) => `No flag ${key} in this project`,
    noneHint: 'The link names a flag that was deleted or renamed, or one of another project.',
    openList: 'Open the list of flags',
  },
  pageError: {
    what: 'This page',
    notFound: 'Page not found',
    goToLive: 'Go to Live',
    notFoundHint: 'The link may be from another version of Benchtop.',
  },
  otherServer: {
    title: 'Another program answers here',
    text: 'It could not prove that it is the Benchtop you signed in to, so this page sends it no data. Do not reload the page while that program runs.',
    stop: (host: string) => (
      <>
        Find out what uses <code>{host}</code>, stop it, and start Benchtop again. This page then continues by itself.
      </>
    ),
    newLink: 'If you moved or reset the data folder, or use another port or tunnel now, open a new link.',
    forget: 'Forget the old server',
  },
  palette: {
    on: 'On',
    off: 'Off',
    archived: 'Archived',
    moreIds: (id: string, count: number) => `${id} and ${count} more`,
    hint: 'Search pages, experiments, flags, actions, persons, projects and commands',
    commands: 'Commands',
    nothingFound: 'Nothing found',
    title: windowCommands.palette.label,
    copyLink: windowCommands['copy-link'].label,
    noLink: 'This page has no link of its own. Events, experiments, flags and persons have one.',
    /** Pages without a menu entry. */
    pages: {
      'missing-code': { label: 'Experiments without code', keywords: 'missing snippet implementation' },
      'saved-metrics': { label: 'Saved metrics', keywords: 'reusable shared guardrail metric definition' },
      wanted: { label: 'Unknown flag keys', keywords: 'missing asked undefined' },
      compare: { label: 'Compare test runs or builds', keywords: 'diff difference regression' },
      expectations: { label: 'Expectations', keywords: 'assertions checks qa' },
      violations: { label: 'Tracking plan violations', keywords: 'schema missing type changed renamed' },
    },
    switchProject: 'Switch to this project',
    light: 'Use light theme',
    dark: 'Use dark theme',
    system: 'Use system theme',
    copyKey: 'Copy project key',
    copyAddress: 'Copy server address',
    copied: (value: string) => `Copied ${value}`,
  },
  unlock: {
    signIn: 'Sign in',
    reopen: 'Quit and reopen Benchtop to sign in again.',
    getLink: 'Get a new link',
    getLinkHeading: 'Get a new link:',
    inTerminal: 'In the terminal where the server runs: press Enter.',
    inOtherTerminal: (
      <>
        In any other terminal: <code>npm run link</code>. If the server was started with its own data folder:{' '}
        <code>npm run link -- --data-dir &lt;folder&gt;</code>
      </>
    ),
    inApp: 'In the desktop app: File › Open in browser.',
    invalidKey: 'A personal key starts with phx_.',
    unknownKey: 'The server does not know this key.',
    personalKey: 'Or use a personal key',
    personalKeyHint: 'It is exchanged for a session with the same rights, and not stored in the browser.',
    placeholder: 'phx_…',
    signInVerb: 'sign in',
    forget: 'Forget the old server',
  },
};

/** Why the window is locked. */
export const lockReasons = {
  no_session: {
    title: 'Sign in to Benchtop',
    text: 'Open a link from the server to sign in this browser. New tabs are then signed in, too.',
  },
  session_ended: {
    title: 'This browser was signed out',
    text: 'Its session was ended or unused for 30 days, or its key was revoked. Restoring a database copy can also end sessions.',
  },
  signed_out: {
    title: 'You are signed out',
    text: 'All tabs of this browser are signed out.',
  },
  link_used: {
    title: 'This link was already used',
    text: 'A link signs in one browser, once. If you did not use it, check Settings › Sessions after you sign in.',
  },
  link_expired: {
    title: 'This link has expired',
    text: 'A link is valid for 15 minutes, and only until the server stops.',
  },
  too_many_links: {
    title: 'Too many unknown links',
    text: 'More than 30 unknown links were opened within a minute. Wait a minute, then open a new link.',
  },
} satisfies Record<LockReason, { title: string; text: string }>;
