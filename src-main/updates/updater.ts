import { AppImageUpdater, CancellationToken, MacUpdater, NsisUpdater } from 'electron-updater';
import type { Log } from '../log.ts';

export type Updater = {
  /** Resolves to the version of an update, or null. */
  check: () => Promise<string | null>;
  /** Downloads the version that the last check found, and calls `progress` with percents. */
  download: (progress: (percent: number) => void, signal: AbortSignal) => Promise<void>;
  /** Sets whether a downloaded update is installed when the app ends. */
  installOnQuit: (enabled: boolean) => void;
};

/** Creates the updater of this platform; the library's own choice reads a file that a Linux package may share with the AppImage. */
function platformUpdater() {
  if (process.platform === 'win32') return new NsisUpdater();
  return process.platform === 'darwin' ? new MacUpdater() : new AppImageUpdater();
}

/**
 * Creates an updater for the address that the package was built with. This module is loaded only when updates are on: see
 * index.ts.
 */
export function createUpdater(log: Log): Updater {
  const updater = platformUpdater();
  updater.autoDownload = false;
  updater.disableWebInstaller = true;
  updater.logger = { info: log.info, warn: log.info, error: log.error };
  // The library would send an id of this installation.
  updater.requestHeaders = { 'x-user-staging-id': '' };
  return {
    check: async () => {
      const result = await updater.checkForUpdates();
      return result?.isUpdateAvailable ? result.updateInfo.version : null;
    },
    download: async (progress, signal) => {
      const token = new CancellationToken();
      signal.addEventListener('abort', () => token.cancel());
      const show = ({ percent }: { percent: number }) => progress(percent);
      updater.on('download-progress', show);
      await updater.downloadUpdate(token).finally(() => updater.off('download-progress', show));
    },
    installOnQuit: (enabled) => {
      updater.autoInstallOnAppQuit = enabled;
    },
  };
}
