/** A session of the server and its key, 64 hex digits; the page proves itself with it and never sends it. */
export type DesktopSession = { id: string; key: string };

/** What the desktop window gives the page as `window.desktop`; in a browser it is absent. */
export type DesktopBridge = {
  /** The session of this run of the app. */
  session: DesktopSession;
  platform: NodeJS.Platform;
  /** Version of the app. */
  version: string;
  /** Address that SDKs send to, as `http://127.0.0.1:8010`. */
  serverUrl: string;
  /** The port that was asked for and taken by another program, so that `serverUrl` has another; else null. */
  busyPort: number | null;
};

/** The one message between page and shell: the preload script asks, once a page, for its `DesktopBridge`. */
export const bridgeChannel = 'desktop:bridge';
