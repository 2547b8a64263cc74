import type { CommandId } from './commands.ts';

/** A session of the server and its key, 64 hex digits; the page signs challenges with the key and never sends it. */
export type DesktopSession = { id: string; key: string };

/** Settings of the app on this machine. */
export type DesktopSettings = {
  /** The server goes on when the last window is closed. */
  keepServing: boolean;
  /** The system starts the app, without a window, when the user signs in. */
  startAtLogin: boolean;
  /** The system says so when the database cannot be written. */
  notifyOfFailure: boolean;
};

/** What a page is given when it loads. */
export type DesktopFacts = {
  /** The session of this run of the app. */
  session: DesktopSession;
  platform: NodeJS.Platform;
  /** Version of the app. */
  version: string;
  /** Address that SDKs send to, as `http://127.0.0.1:8010`. */
  serverUrl: string;
  /** The configured port if another program has it, so that `serverUrl` has another; else null. */
  busyPort: number | null;
};

/** What the desktop window gives the page as `window.desktop`; in a browser it is absent. */
export type DesktopBridge = DesktopFacts & {
  /** Reads the settings, after a change of some of them. */
  settings: (change?: Partial<DesktopSettings>) => Promise<DesktopSettings>;
  /** Takes the command that waits for this window; null without one. */
  takeCommand: () => Promise<CommandId | null>;
};

/** Each page's preload script requests its `DesktopFacts` once. */
export const bridgeChannel = 'desktop:bridge';

/** The request of `settings`. */
export const settingsChannel = 'desktop:settings';
