import type { Database } from '../../database/open.ts';
import type { IdRange } from '../../events/archive/counts.ts';
import type { PersonEffect } from '../../persons/store.ts';

const maxSearched = 20_000;

/** Reports whether events of a project may have had one of these effects on persons. */
export function havePersonsChanged(
  database: Database,
  { projectId, effects }: { projectId: number; effects: readonly PersonEffect[] },
  { after, upTo }: IdRange,
): boolean {
  if (upTo <= after) return false;
  if (upTo - after > maxSearched) return true;
  const found = database
    .prepare<[number, number, number, string]>(
      `SELECT 1 FROM events WHERE id > ? AND id <= ? AND +project_id = ?
         AND person_effect IN (SELECT value FROM json_each(?)) LIMIT 1`,
    )
    .get(after, upTo, projectId, JSON.stringify(effects));
  return found !== undefined;
}
