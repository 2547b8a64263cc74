import { keyFormats } from '#server/core/key-format-contract.ts';
import {
  linkCommand,
  linkCommandOf,
  linkMinutes,
  sessionDays,
  tooManyLinks,
} from '#server/projects/session-contract.ts';
import type { LockReason } from '../api/session.ts';

export const unlockWords = {
  signIn: 'Sign in',
  reopen: 'Quit and reopen Benchtop to sign in again.',
  getLink: 'Get a new link',
  getLinkHeading: 'Get a new link:',
  inTerminal: 'In the terminal where the server runs: press Enter.',
  inOtherTerminal: (
    <>
      In any other terminal: <code>{linkCommand}</code>. If the server was started with its own data folder:{' '}
      <code>{linkCommandOf('<folder>')}</code>
    </>
  ),
  inApp: 'In the desktop app: File › Open in browser.',
  invalidKey: `A personal key starts with ${keyFormats.personal.prefix}.`,
  unknownKey: 'The server does not know this key.',
  personalKey: 'Or use a personal key',
  personalKeyHint: 'It is exchanged for a session with the same rights, and not stored in the browser.',
  placeholder: `${keyFormats.personal.prefix}…`,
  signInVerb: 'sign in',
  forget: 'Forget the old server',
};

/** Why the window is locked. */
export const lockReasons = {
  no_session: {
    title: 'Sign in to Benchtop',
    text: 'Open a link from the server to sign in this browser. New tabs are then signed in, too.',
  },
  session_ended: {
    title: 'You were signed out',
    text: `The session was ended or unused for ${sessionDays} days, or its key was revoked. Restoring a database copy can also end sessions.`,
  },
  signed_out: {
    title: 'You are signed out',
    text: null,
  },
  link_used: {
    title: 'This link was already used',
    text: 'A link signs in one browser, once. If you did not use it, check Settings › Sessions after you sign in.',
  },
  link_expired: {
    title: 'This link is not valid',
    text: `It has expired or is incomplete. A link is valid for ${linkMinutes} minutes, and only until the server stops.`,
  },
  too_many_links: {
    title: 'Too many unknown links',
    text: tooManyLinks,
  },
} satisfies Record<LockReason, { title: string; text: string | null }>;
