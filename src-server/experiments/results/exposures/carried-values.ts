import type { Database } from '../../../database/open.ts';
import { candidatesOf } from '../../../events/archive/moving/whole-events.ts';
import { rangesWithin } from '../../../events/scan/time-spans.ts';
import { jsonText } from '../../../properties/needed-texts.ts';
import type { Bounds } from '../../metrics/rows/row-cache.ts';

/** Reports whether any event of the project ever had `$feature/<key>`. */
export function isCarried(database: Database, projectId: number, key: string): boolean {
  const sql = 'SELECT 1 FROM carried_flags WHERE project_id = ? AND flag_key = ?';
  return database.prepare<[number, string], number>(sql).pluck().get(projectId, key) === 1;
}

/** Events read whole per statement. */
const eventBatchSize = 4000;

type Carried = [ref: number, offset: number, value: string, event: number];

/** Finds the first event with `$feature/<key>` per distinct_id and value (JSON). Reads the events of the run that can have it. */
export function* carriedValues(database: Database, bounds: Bounds, key: string): Generator<void, Carried[]> {
  const property = `$feature/${key}`;
  const { sql: counts = 'true', values = [] } = bounds.byTestRun ?? {};
  const prepare = (among: string) =>
    database
      .prepare<(number | string)[], Carried>(
        `SELECT distinct_ref, min(timestamp) - ?, properties -> ? AS value, id FROM events NOT INDEXED
         WHERE ${among} AND id > ? AND id <= ? AND project_id = ? AND timestamp BETWEEN ? AND ?
           AND instr(properties, ?) > 0 AND json_type(properties, ?) IN ('text', 'true', 'false') AND ${counts}
         GROUP BY distinct_ref, value`,
      )
      .raw();
  const [all, among] = [prepare('true'), prepare('id IN (SELECT value FROM json_each(?))')];
  const path = `$."${property}"`;
  const name = JSON.stringify(property);
  const { start, end, newestId, projectId } = bounds;
  const prefilter = [{ event: null, texts: [[jsonText(name)]] }];
  const candidates = candidatesOf(database, { projectId, prefilter });
  const found: Carried[] = [];
  for (const range of rangesWithin(database, { low: 0, high: newestId }, { from: start, to: end })) {
    for (let low = range.low; low < range.high; ) {
      const high = Math.min(low + eventBatchSize, range.high);
      const part = candidates({ low, high, isForward: true });
      const bound = [low, part.high, projectId, start, end, name, path, ...values];
      found.push(
        ...(part.ids === null
          ? all.all(start, path, ...bound)
          : among.all(start, path, JSON.stringify(part.ids), ...bound)),
      );
      low = part.high;
      yield;
    }
  }
  return found;
}
