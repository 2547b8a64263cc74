import type { CopyReason } from '#server/database/storage/contract.ts';
import { sessionDays } from '#server/projects/session-contract.ts';
import type { LiveStatus } from '../events/filters/live-search.ts';
import { unassignedWords } from '../events/reason-words.ts';
import { formatCount } from '../ui/format.ts';
import { countEvents } from '../ui/words.ts';

export const copyReasons = {
  daily: 'Daily',
  manual: 'Manual',
  before_upgrade: 'Before upgrade',
  rescued: 'Recovered from deleted files',
} as const satisfies Record<CopyReason, string>;

/** The pages of the settings, for their menu and the command palette. */
export const settingsPages = [
  { to: '/settings/projects', label: 'Projects', keywords: 'rename delete new old events retention days' },
  { to: '/settings/project-keys', label: 'Project keys', keywords: 'phc token api key' },
  { to: '/settings/personal-keys', label: 'Personal keys', keywords: 'phx token api key' },
  { to: '/settings/sessions', label: 'Sessions', keywords: 'browsers sign out log out revoke links' },
  { to: '/settings/chat', label: 'Chat', keywords: 'webhook slack post message deliveries' },
  { to: '/settings/relay', label: 'Relay', keywords: 'forward events posthog batch receiver outbox' },
  { to: '/settings/exclusions', label: 'Exclusions', keywords: 'bots test users internal filter experiments' },
  { to: '/settings/masks', label: 'Masks', keywords: 'ignore diff compare properties ids' },
  { to: '/settings/users', label: 'Users', keywords: 'name email account' },
  { to: '/settings/server', label: 'Server', keywords: 'address data folder version' },
  { to: '/settings/desktop', label: 'Desktop app', keywords: 'tray login start background notifications updates' },
  { to: '/settings/appearance', label: 'Appearance', keywords: 'theme colors' },
] as const;

export const words = {
  never: 'Never',
  projectNumber: (id: number) => `Project ${id}`,
  title: 'Settings',
  enterName: 'Enter a name.',
  appearance: {
    title: 'Appearance',
    description: 'Stored on this device.',
    theme: 'Theme',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
  },
  desktop: {
    title: 'Desktop app',
    description: 'Stored on this computer.',
    what: 'the settings of the app',
    change: 'change the settings of the app',
    onlyInApp: 'These settings are in the desktop app. This page is open in a browser.',
    keepServing: {
      label: 'Keep serving when the window is closed',
      description: 'Apps can keep sending events. Use the tray icon to reopen the window or to quit.',
    },
    startAtLogin: {
      label: 'Start at login',
      description: 'The server starts without a window when you sign in to this computer.',
    },
    notifyOfFailure: {
      label: 'Notify when the database cannot be written',
      description: 'Also while no window is open.',
    },
    notifyOfDecision: {
      label: 'Notify when an experiment is decided',
      description:
        'Once for each verdict of a run: better, worse, or no clear difference at the planned number of people. Also while no window is open.',
    },
  },
  issuedKey: {
    title: (name: string) => `Copy ${name} now`,
    shownOnce: 'This is the only time the key is shown. Benchtop stores only its hash.',
    key: 'personal key',
    confirm: 'I copied the key',
  },
  personalKeys: {
    newKey: 'New key',
    placeholder: 'Name, such as CI',
    projects: 'Projects',
    allProjects: 'All projects',
    access: 'Access',
    write: 'Read and write',
    read: 'Read',
    user: 'User',
    you: 'You',
    title: 'Personal keys',
    description: 'Scripts, CI and server-side SDKs send one as a Bearer token to the management API.',
    empty: 'No personal keys',
    emptyHint: 'Issue a key below for scripts or CI.',
    rejected: (mask: string) => (
      <>
        Requests with <code>{mask}</code> are rejected from then on.
      </>
    ),
    ownRotated: 'This window uses this key and continues with the new one.',
    ownRevoked: 'This window uses this key and is signed out too.',
    rotated: 'A new key with the same rights replaces it, and is shown once.',
    browsers: 'Browsers that signed in with it are signed out.',
  },
  issueKey: 'Issue key',
  issueKeyVerb: 'issue the key',
  nameOf: (name: string) => `name of ${name}`,
  revoked: 'Revoked',
  key: 'Key',
  lastUsed: 'Last used',
  rotateTitle: (name: string) => `Rotate ${name}?`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  rotateKey: 'Rotate key',
  revokeKey: 'Revoke key',
  projectKeys: {
    title: 'Project keys',
    newKey: 'New key',
    placeholder: 'Name, such as iOS app',
    empty: 'No keys',
    emptyHint: 'Issue a key below so that apps can send events.',
    keyOf: (name: string) => `key ${name}`,
    description: (project: string) => (
      <>
        SDKs send one as <code>api_key</code> or <code>token</code> to write events into <b>{project}</b> and to get the
        values of its flags. These keys are public and read nothing else.
      </>
    ),
    rejected: (key: string) => (
      <>
        Events and flag requests with <code>{key}…</code> are rejected from then on. Live shows these requests.
      </>
    ),
    rotated: 'A new key with the same name replaces it.',
  },
  rotate: (name: string) => `Rotate ${name}`,
  rotateVerb: 'Rotate',
  revoke: (name: string) => `Revoke ${name}`,
  revokeVerb: 'Revoke',
  projects: {
    title: 'Projects',
    description: 'Each project has its own keys, events and persons. Apps choose one by the project key they send.',
    newProject: 'New project',
    placeholder: 'Name, such as Shop or Staging',
    create: 'Create project',
    id: 'Id',
    key: 'Project key',
    allRevoked: 'All revoked',
    keyOf: (name: string) => `key of ${name}`,
    created: 'Created',
    last: 'The last project cannot be deleted.',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteVerb: 'Delete project',
    deleteConsequence:
      'This permanently deletes its events, persons, flags, actions, experiments, test runs, tracking plan and keys. Requests with its keys are rejected from then on.',
  },
  delete: (name: string) => `Delete ${name}`,
  deleteVerb: 'Delete',
  server: {
    addressLabel: 'Address',
    database: 'Database',
    storage: 'Storage',
    started: 'Started',
    version: 'Version',
    counts: ({ accepted, dropped, rejected, unassigned }: Record<LiveStatus, number>) =>
      `${formatCount(accepted)} accepted, ${formatCount(dropped)} dropped, ${formatCount(rejected)} rejected${
        unassigned === 0 ? '' : `, ${formatCount(unassigned)} of them ${unassignedWords}`
      }`,
    title: 'Server',
    description: 'The address that SDKs send events to, and where the events are stored.',
    what: 'Server status',
    address: 'address',
    dataFolder: 'Data folder',
    dataFolderLabel: 'data folder',
    eventsOf: (project: string) => `Events of ${project}`,
  },
  sessions: {
    app: 'Benchtop app',
    unknownBrowser: 'Unknown browser',
    description: `Browsers and app windows that are signed in. A session ends after ${sessionDays} days without use.`,
    title: 'Sessions',
    signOutThis: { browser: 'Sign out this browser', desktop: 'Sign out the app' },
    signOutOthers: 'Sign out all others',
    browser: 'Browser',
    thisOne: { browser: 'This browser', desktop: 'This app' },
    openedWith: 'Signed in with',
    signedIn: 'Signed in',
    signOutOf: (name: string) => `Sign out ${name}`,
    signOut: 'Sign out',
    personalKey: (name: string) => `Personal key “${name}”`,
    appItself: 'Desktop app',
    link: 'Link',
    signOutTitle: (name: string) => `Sign out ${name}?`,
    signOutThisTitle: { browser: 'Sign out this browser?', desktop: 'Sign out the app?' },
    consequence: {
      browser: 'All its tabs are signed out. A new link signs it in again.',
      desktop: 'Quit and reopen the app to sign in again.',
    },
    signOutOthersTitle: 'Sign out all others?',
    othersConsequence: 'Every other browser and app window is signed out. Personal keys stay valid.',
  },
  storage: {
    created: 'Created',
    reason: 'Reason',
    events: 'Events',
    size: 'Size',
    restore: 'Restore',
    create: 'Create copy',
    title: 'Database copies',
    what: 'the database copies',
    continue: 'Continue with the current data',
    createVerb: 'create a copy',
    continueVerb: 'continue',
    empty: 'No copies yet. Benchtop creates one a day.',
    confirmTitle: 'Restore this copy?',
    confirm: (events: number) =>
      `The copy has ${countEvents(events)}; the current database is kept in the data folder, under set-aside. Browsers stay signed in unless the copy lacks their personal key.`,
    restoreOf: (time: string) => `Restore the copy of ${time}`,
    restored: (time: string, events: number) => `Restored the copy of ${time}: ${countEvents(events)}.`,
    previousDatabase: (path: string, events: number | null) =>
      ` The previous database${events === null ? '' : ` (${countEvents(events)})`} is in ${path} in the data folder.`,
    previousFiles: (path: string) => ` The previous files are in ${path} in the data folder.`,
  },
  users: {
    title: 'Users',
    description:
      'Names of the people who use this server, without accounts. Changes made with a key show its user’s name.',
    newUser: 'New user',
    add: 'Add user',
    edit: (name: string) => `Edit ${name}`,
    save: 'Save user',
    noName: 'No name',
    email: 'Email',
    noEmail: 'None',
    distinctIdOf: (name: string) => `distinct id of ${name}`,
    editVerb: 'Edit',
    invalidEmail: 'Enter an email address, like ada@example.com.',
    firstName: 'First name',
  },
};
