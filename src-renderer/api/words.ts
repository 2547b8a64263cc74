import type { Permission } from '#server/core/contract.ts';

const elsewhere = 'Definitions are edited at another server: see Settings › Server.';

/** Words of failed requests. */
export const apiWords = {
  tryAgain: 'Try again',
  reload: 'Reload window',
  unreachable: 'The Benchtop server does not answer.',
  otherServer: 'Another program answers at this address.',
  signedOut: 'This window is signed out.',
  partNotServed: 'The server does not have this part of the window.',
  unexpectedAnswer: (path: string, what: string) => `This window does not understand the answer of ${path}: ${what}`,
  notJson: 'not JSON',
  noErrorBody: (status: number) => `status ${status} without an error body`,
  /** What to do after a failure. */
  hints: {
    otherServer: 'No key was sent to it. Stop that program, or open a new link from the server you want to use.',
    unreachable: 'This window reconnects by itself. Then try again.',
    unexpectedAnswer: 'Reload the window, so that it matches the server.',
    forbidden: 'Sign in with a link, which allows everything, or with a key that allows this.',
    notFound: 'It may have been deleted, or belong to another project.',
    overloaded: 'The server is overloaded. Try again in a few seconds.',
    unavailable: 'Try again. Settings › Server shows the state of the storage.',
    serverError: 'Try again, or check the server’s log.',
    badRequest: 'Change what was sent, then try again.',
    unknown: 'Try again. If it fails again, reload the window.',
  },
  /** Why a session may not do something. */
  refusals: {
    write: 'This session can only read. Sign in with a link, or with a key that can write.',
    read_all_projects: 'This session is limited to one project. Sign in with a link, or with a key for all projects.',
    administer: 'This session is limited. Sign in with a link, or with a key for all projects that can write.',
    edit_definitions: elsewhere,
    edit_projects: elsewhere,
  } satisfies Record<Permission, string>,
  /** Of a query that failed when it already had an answer. */
  stale: {
    title: (what = 'this page') => `Could not refresh ${what}`,
    hint: 'You see what was loaded last.',
  },
};
