import type { DesktopSession } from './bridge.ts';

export type ServerAddress = {
  url: string;
  port: number;
  /** The window's session, for this run of the app. */
  session: DesktopSession;
  /** The requested port if another program has it; null if it was free. */
  busyPort: number | null;
};

export type StartCommand = {
  type: 'start';
  dataDir: string;
  rendererDir: string;
  port: number;
  /** Whether another port may be used if this one is busy; false after a restart, because SDKs already use the port. */
  anyPort: boolean;
  /** Session of this run of the app; null at the first start, when the server creates it. */
  session: DesktopSession | null;
};

/** Answered by the report of the same `id`. */
export type LinkCommand = { type: 'link'; id: number };
export type Command = StartCommand | LinkCommand | { type: 'close' };

/** `url`: the address of the Benchtop that already uses the data folder. */
export type Report =
  | { type: 'listening'; address: ServerAddress }
  | { type: 'link'; id: number; url: string }
  | { type: 'failed'; message: string; url: string | null };
