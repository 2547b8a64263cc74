import type { UpdateFailure, UpdateObstacle, UpdateState } from '../bridge.ts';
import type { Updater } from './updater.ts';

type Options = {
  /** Why this copy of the app cannot update itself; null if it can. */
  obstacle: UpdateObstacle | null;
  /** Returns the user's answer; null before the question. */
  setting: () => boolean | null;
  /** Loads the updater; called only once the user has switched updates on. */
  load: () => Promise<Updater>;
  changed: () => void;
};

export type Updates = {
  state: () => UpdateState;
  /** Asks for a new version, unless updates are off or something is under way. */
  check: () => Promise<void>;
  /** Downloads the version that a check found; it is installed when the app ends. */
  download: () => Promise<void>;
  /** Follows a change of the setting, and the start of the app. */
  follow: () => void;
};

const periodMs = 24 * 60 * 60 * 1000;

/** Checks for updates at the start and once a day, while the user wants it. */
export function createUpdates({ obstacle, setting, load, changed }: Options): Updates {
  let updater: Updater | null = null;
  let found: UpdateState = { kind: 'checking' };
  let isBusy = false;
  let cancel = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const isOn = () => obstacle === null && setting() === true;

  function set(next: UpdateState): void {
    found = next;
    changed();
  }

  /** Runs one step at a time; `step` resolves to the new state. */
  async function run(step: () => Promise<UpdateState>): Promise<void> {
    isBusy = true;
    try {
      set(await step());
    } catch (error) {
      set(failureOf(error));
    } finally {
      isBusy = false;
    }
  }

  async function check(): Promise<void> {
    if (!isOn() || isBusy || found.kind === 'ready') return;
    await run(async () => {
      set({ kind: 'checking' });
      updater ??= await load();
      const version = await updater.check();
      return version === null ? { kind: 'none' } : { kind: 'available', version };
    });
  }

  async function download(): Promise<void> {
    if (!isOn() || isBusy || found.kind !== 'available') return;
    const { version } = found;
    const { signal } = cancel;
    const show = (percent: number) => set({ kind: 'downloading', version, percent: Math.floor(percent) });
    show(0);
    await run(async () => {
      await updater?.download(show, signal).catch((error) => {
        if (!signal.aborted) throw error;
      });
      return signal.aborted ? { kind: 'available', version } : { kind: 'ready', version };
    });
  }

  function follow(): void {
    clearInterval(timer);
    updater?.installOnQuit(isOn());
    if (isOn()) {
      cancel = new AbortController();
      timer = setInterval(check, periodMs);
      void check();
    } else {
      cancel.abort();
    }
    changed();
  }

  return { state: () => shownState(obstacle, setting(), found), check, download, follow };
}

function shownState(obstacle: UpdateObstacle | null, setting: boolean | null, found: UpdateState): UpdateState {
  if (obstacle !== null) return { kind: 'impossible', reason: obstacle };
  if (setting === null) return { kind: 'unasked' };
  return setting ? found : { kind: 'off' };
}

/** The kind of a failure by its code or message; the first that fits. */
const failures: [UpdateFailure, RegExp][] = [
  ['unverified', /ERR_CHECKSUM_MISMATCH|ERR_UPDATER_INVALID_SIGNATURE|checksum|not signed|code signature/i],
  ['missing', /ERR_UPDATER_(CHANNEL_FILE_NOT_FOUND|LATEST_VERSION_NOT_FOUND|ASSET_NOT_FOUND)|\b404\b/],
  ['disk', /ENOSPC|EACCES|EROFS|EPERM|EDQUOT/],
  ['unreachable', /ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|EHOSTUNREACH|net::ERR_|socket hang up/],
];

const maxDetail = 200;

function failureOf(error: unknown): UpdateState {
  const { message, code = '' } = error as Error & { code?: string };
  const [reason = 'other'] = failures.find(([, pattern]) => pattern.test(`${code} ${message}`)) ?? [];
  return { kind: 'failed', reason, detail: message.split('\n', 1).join('').slice(0, maxDetail) };
}
