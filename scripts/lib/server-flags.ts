import { readFileSync } from 'node:fs';

const packageFile = new URL('../../package.json', import.meta.url);
type Package = { scripts: { serve: string }; config: Record<string, string> };
const { scripts, config }: Package = JSON.parse(readFileSync(packageFile, 'utf8'));

/** Node's flags of `npm run serve`, for starting the server's file directly. */
export const serverFlags = scripts.serve.split(' ').filter((word) => word.startsWith('--'));

/** Variables that the C library of Linux reads when the server's process starts. */
export const serverEnv = config;

/** Starts this process anew with `serverEnv`, under the same id, unless it has them or a channel, which would close. */
export function restartWithEnv(): void {
  const hasThem = Object.keys(serverEnv).every((name) => name in process.env);
  if (process.platform !== 'linux' || hasThem || process.connected) return;
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, args, { ...serverEnv, ...process.env });
}
