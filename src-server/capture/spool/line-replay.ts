import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDatabaseError } from '../../core/errors/database-error.ts';
import { maskKeys } from '../../core/mask-keys.ts';
import type { Ingest } from '../ingest.ts';
import type { progressStatements } from './progress-statements.ts';
import type { Line } from './spool-files.ts';
import { deserialize, type SpoolLine } from './spool-line.ts';

/** The file of the lines that cannot be replayed. */
export const unreadableLines = 'unreadable.ndjson';

type Parts = {
  directory: string;
  progress: ReturnType<typeof progressStatements>;
  ingest: Ingest;
  report(error: unknown): void;
};

/**
 * Returns a function that stores a line of a spool file, and the progress in the file, within the transaction of its caller. It
 * throws if the line before was not stored, or the error of the database.
 */
export function createLineReplay({ directory, progress, ingest, report }: Parts) {
  const store = (line: SpoolLine) => {
    ingest.storeSlice(line);
    const { request } = line;
    if ('method' in request) ingest.storeRequest(request, { accepted: 0, dropped: 0 }, 0);
    ingest.recount(request.id);
  };
  return (name: string, { text, start, end }: Line): void => {
    if ((progress.get.get(name)?.bytes ?? 0) !== start) throw new Error('the line before was not taken in');
    try {
      store(deserialize(text));
    } catch (error) {
      if (isDatabaseError(error)) throw error;
      // Sets the line aside for a person to inspect, so that it does not block the others.
      const message = `A line of dead-letter/${name} cannot be replayed, and was moved to dead-letter/${unreadableLines}: its events are not stored.`;
      report(new Error(message, { cause: error }));
      appendFileSync(join(directory, unreadableLines), `${maskKeys(text)}\n`, { mode: 0o600 });
    }
    progress.set.run(name, end);
  };
}
