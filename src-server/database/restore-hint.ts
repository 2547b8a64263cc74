import { countWords } from '../core/text/numbers-contract.ts';
import type { StorageCopy } from './storage/contract.ts';
import { listCopies } from './storage/copy.ts';
import { StartError, type StartProblem } from './storage/start-error.ts';

/** Suggests a restore from the newest copy; only for the terminal, because it names the data folder. */
export function restoreHint([newest]: readonly StorageCopy[], dataDir: string): string {
  if (newest === undefined) return 'There is no copy to restore.';
  const command = `npm run serve -- --data-dir ${quoted(dataDir)} --restore`;
  return `To restore the copy of ${newest.made_at} (${countWords(newest.events, 'event')}): ${command}`;
}

/** Quotes a path for a command line where it needs quotes. */
export const quoted = (path: string) => (/^[\w@%+=:,./\\-]+$/.test(path) ? path : `"${path}"`);

const restorable = new Set<StartProblem>(['damaged', 'not_a_database']);

/** Adds the newest copy to a StartError of a database that cannot be opened; returns any other error unchanged. */
export function withRestoreHint(error: unknown, dataDir: string): unknown {
  if (!(error instanceof StartError && restorable.has(error.problem))) return error;
  return new StartError(error.problem, error.path, error.cause, restoreHint(listCopies(dataDir), dataDir));
}
