import type { Database } from '../../../database/open.ts';
import type { Bounds } from '../../metrics/row-cache.ts';

/** Reports whether any event of the project ever had `$feature/<key>`. */
export function isCarried(database: Database, projectId: number, key: string): boolean {
  const sql = 'SELECT 1 FROM carried_flags WHERE project_id = ? AND flag_key = ?';
  return database.prepare<[number, string], number>(sql).pluck().get(projectId, key) === 1;
}

/** Events read whole per statement. */
const eventBatchSize = 4000;

type Carried = [ref: number, offset: number, value: string, event: number];

/** Finds the first event with `$feature/<key>` per distinct_id and value (JSON). Reads all events of the run. */
export function* carriedValues(database: Database, bounds: Bounds, key: string): Generator<void, Carried[]> {
  const property = `$feature/${key}`;
  const { sql: counts = 'true', values = [] } = bounds.byTestRun ?? {};
  const select = database
    .prepare<(number | string)[], Carried>(
      `SELECT distinct_ref, min(timestamp) - ?, properties -> ? AS value, id FROM events NOT INDEXED
       WHERE id > ? AND id <= ? AND project_id = ? AND timestamp BETWEEN ? AND ? AND instr(properties, ?) > 0
         AND json_type(properties, ?) IN ('text', 'true', 'false') AND ${counts}
       GROUP BY distinct_ref, value`,
    )
    .raw();
  const path = `$."${property}"`;
  const found: Carried[] = [];
  const { start, end, newestId: last } = bounds;
  for (let from = 0; from < last; from += eventBatchSize) {
    const to = Math.min(from + eventBatchSize, last);
    const bound = [start, path, from, to, bounds.projectId, start, end, JSON.stringify(property), path, ...values];
    found.push(...select.all(...bound));
    yield;
  }
  return found;
}
