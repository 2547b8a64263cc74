/** What the desktop window gives the page as `window.desktop`; in a browser it is absent. */
export type DesktopBridge = {
  /** Management key (`phx_…`) minted for this run of the app. */
  key: string;
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
