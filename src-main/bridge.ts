import type { CommandId } from './commands.ts';

/** A session of the server and its key, 64 hex digits; the page signs challenges with the key and never sends it. */
export type DesktopSession = { id: string; key: string };

/** Settings of the app on this machine. */
export type DesktopSettings = {
  /** The server goes on when the last window is closed. */
  keepServing: boolean;
  /** The system starts the app, without a window, when the user signs in. */
  startAtLogin: boolean;
  /** Whether the system notifies when the database cannot be written. */
  notifyOfFailure: boolean;
  /** Whether the system notifies when an experiment is decided. */
  notifyOfDecision: boolean;
  /** The app checks for new versions; null until the user has answered. */
  updates: boolean | null;
};

/**
 * Reasons why a copy of the app cannot update itself. `package_manager`: a deb or rpm. `read_only`: the folder of the AppImage.
 * `unconfigured`: packed without an update address.
 */
export type UpdateObstacle = 'development' | 'package_manager' | 'portable' | 'unsigned' | 'read_only' | 'unconfigured';

/** `missing`: the server has no updates. `unverified`: not the published file. `disk`: it cannot be stored. */
export type UpdateFailure = 'unreachable' | 'missing' | 'unverified' | 'disk' | 'other';

/** The state of a new version. `ready`: installed when the app ends. */
export type UpdateState =
  | { kind: 'impossible'; reason: UpdateObstacle }
  | { kind: 'unasked' | 'off' | 'checking' | 'none' }
  | { kind: 'available' | 'ready'; version: string }
  | { kind: 'downloading'; version: string; percent: number }
  | { kind: 'failed'; reason: UpdateFailure; detail: string };

/** `host`: of the update address, or null. */
export type UpdateInfo = { state: UpdateState; host: string | null };
export type UpdateStep = 'check' | 'download';

/** Facts that a page gets when it loads. */
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

/** The API of the desktop window for the page, as `window.desktop`; in a browser it is absent. */
export type DesktopBridge = DesktopFacts & {
  /** Reads the settings, after it changes some of them. */
  settings: (change?: Partial<DesktopSettings>) => Promise<DesktopSettings>;
  /** Reads the state of updates, after it takes a step if one is named. */
  updates: (step?: UpdateStep) => Promise<UpdateInfo>;
  /** Takes the pending command of this window, or null. */
  takeCommand: () => Promise<CommandId | null>;
};

/** Each page's preload script requests its `DesktopFacts` once. */
export const bridgeChannel = 'desktop:bridge';

/** The request of `settings`. */
export const settingsChannel = 'desktop:settings';

/** The request of `updates`, and the message that the state has changed. */
export const updatesChannel = 'desktop:updates';

/** The event by which the preload script tells the page that the state of updates has changed. */
export const updatesEvent = 'benchtop:updates';
