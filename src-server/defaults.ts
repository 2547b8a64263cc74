import { homedir } from 'node:os';
import { join } from 'node:path';

/** The port of the desktop app and the headless server, also in development. */
export const defaultPort = 8010;

/** Returns the data folder that the desktop app and the headless server have by default, by platform. */
export function defaultDataDir(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Benchtop');
  if (process.platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Benchtop');
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'Benchtop');
}
