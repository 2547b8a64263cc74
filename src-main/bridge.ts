/** A session of the server and its key, 64 hex digits; the page signs challenges with the key and never sends it. */
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
  /** The configured port if another program has it, so that `serverUrl` has another; else null. */
  busyPort: number | null;
};

/** The only message between page and shell: each page's preload script requests its `DesktopBridge` once. */
export const bridgeChannel = 'desktop:bridge';
