import type { DesktopSession } from './bridge.ts';

export type ServerAddress = {
  url: string;
  port: number;
  /** Of the window, for this run of the app. */
  session: DesktopSession;
  /** The port that was asked for and is another program's; null when it was free. */
  busyPort: number | null;
};

export type StartCommand = {
  type: 'start';
  dataDir: string;
  rendererDir: string;
  port: number;
  /** Whether another port will do when this one is taken; not after a restart, when SDKs already know the port. */
  anyPort: boolean;
  /** Session of this run of the app; null at its first start, when the server makes it. */
  session: DesktopSession | null;
};

/** Answered by the report of the same `id`. */
export type LinkCommand = { type: 'link'; id: number };
export type Command = StartCommand | LinkCommand | { type: 'close' };

/** `url` is the address of the other Benchtop when the data folder is taken. */
export type Report =
  | { type: 'listening'; address: ServerAddress }
  | { type: 'link'; id: number; url: string }
  | { type: 'failed'; message: string; url: string | null };
