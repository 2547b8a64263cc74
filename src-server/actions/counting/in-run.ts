import type { Page } from '../../core/page.ts';
import type { Database } from '../../database/open.ts';
import { noTestRun } from '../../test-runs/contract.ts';
import { inTestRun } from '../../test-runs/in-test-run.ts';
import { dayOfSql, minuteOfSql } from '../matching/tally.ts';
import { actionCountOf, type Count, type CountArgs, type DayRow, rangeEnds, type TimeRange } from './count.ts';

/** `testRun`: a name, or `(none)`. */
export type InRun = { projectId: number; testRun: string };

/**
 * Selects the matches of calculations in a test run: by its events, which are few, or by all matches without those of any run.
 */
export function matchesIn({ projectId, testRun }: InRun, calculationIds: readonly number[]) {
  const ids = JSON.stringify(calculationIds);
  const columns = 'm.timestamp, m.event_id, m.distinct_ref';
  if (testRun === noTestRun) {
    const sql = `SELECT ${columns} FROM json_each(?) c CROSS JOIN action_matches m ON m.calculation_id = c.value
      WHERE m.event_id NOT IN (SELECT id FROM events WHERE test_run_id IS NOT NULL)`;
    return { sql, values: [ids] };
  }
  const run = inTestRun({ projectId, testRun }, 'r.test_run_id');
  const sql = `SELECT ${columns} FROM main.events r INDEXED BY events_by_test_run CROSS JOIN json_each(?) c
    CROSS JOIN action_matches m ON m.calculation_id = c.value AND m.timestamp = r.timestamp AND m.event_id = r.id
    WHERE ${run.sql}`;
  return { sql, values: [ids, ...run.values] };
}

/** Counts the matches of a test run as `readCount` does those of all; the cost grows with the events of the run. */
export function readCountInRun(database: Database, inRun: InRun, args: CountArgs): Count {
  const { sql, values } = matchesIn(inRun, [args.calculationId]);
  const matched = `SELECT m.timestamp, d.person_id FROM (${sql}) m JOIN distinct_ids d ON d.id = m.distinct_ref
    WHERE m.timestamp BETWEEN ? AND ?`;
  const bounds = [...values, ...rangeEnds(args.range)];
  const days = database
    .prepare<unknown[], DayRow>(
      `SELECT ${dayOfSql('timestamp')} AS day, count(*) AS count, count(DISTINCT person_id) AS people
       FROM (${matched}) GROUP BY 1 ORDER BY 1`,
    )
    .all(...bounds);
  const people = database
    .prepare<unknown[], number>(`SELECT count(DISTINCT person_id) FROM (${matched})`)
    .pluck()
    .get(...bounds);
  const last = database
    .prepare<unknown[], number | null>(`SELECT max(timestamp) FROM (${sql})`)
    .pluck()
    .get(...values);
  return actionCountOf(database, args, { days, people: people ?? 0, last: last ?? null });
}

/** Reads the people of calculations in a test run, latest activity (by the minute) first, and their number. */
export function readPeopleInRun(database: Database, inRun: InRun, calculationIds: readonly number[], page: Page) {
  const { sql, values } = matchesIn(inRun, calculationIds);
  const by = `SELECT d.person_id, count(*) AS count, max(m.timestamp) AS last_at
    FROM (${sql}) m JOIN distinct_ids d ON d.id = m.distinct_ref GROUP BY d.person_id`;
  const rows = database
    .prepare<unknown[], { person_id: number; count: number; last_at: number }>(
      `${by} ORDER BY ${minuteOfSql('last_at')} DESC, person_id DESC LIMIT ? OFFSET ?`,
    )
    .all(...values, page.limit, page.offset);
  const total = database.prepare<unknown[], number>(`SELECT count(*) FROM (${by})`).pluck();
  return { rows, total: total.get(...values) ?? 0 };
}

type EventIdsArgs = { calculationId: number; range: TimeRange; page: Page; inRun: InRun };

/** Reads the ids of the events of a test run that a calculation matched, newest first, and their number. */
export function readEventIdsInRun(database: Database, { calculationId, range, page, inRun }: EventIdsArgs) {
  const matches = matchesIn(inRun, [calculationId]);
  const from = `FROM (${matches.sql}) WHERE timestamp BETWEEN ? AND ?`;
  const values = [...matches.values, ...rangeEnds(range)];
  const ids = database
    .prepare<unknown[], number>(`SELECT event_id ${from} ORDER BY timestamp DESC, event_id DESC LIMIT ? OFFSET ?`)
    .pluck()
    .all(...values, page.limit, page.offset);
  const total = database.prepare<unknown[], number>(`SELECT count(*) ${from}`).pluck();
  return { ids, total: total.get(...values) ?? 0 };
}
