import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { inTestRun, type TestRunScope, testRunNameSql } from '../../test-runs/in-test-run.ts';
import type { FlagValue } from '../contract.ts';
import type { FlagReasonCode, FlagUsage, ServedAnswer } from '../evaluation/evaluation-contract.ts';
import { slotMs } from '../sdk/decide-log.ts';

type Row = {
  distinct_id: string;
  at: number;
  path: string;
  client: string | null;
  test_run: string | null;
  answer: string;
};

export type ServedArgs = {
  projectId: number;
  flagId: number;
  distinctIds: string[] | null;
  testRun: string | undefined;
  limit: number;
};
export type LastServedArgs = { projectId: number; flagIds: number[]; distinctIds: string[] };
/** Times in milliseconds UTC. */
export type UsageArgs = TestRunScope & { flagId: number; from: number; to: number };

const columns = `d.distinct_id, d.at, d.path, d.client, ${testRunNameSql('d.test_run_id')}`;
const ofPersons = 'd.distinct_id IN (SELECT value FROM json_each(:ids))';

/** Returns the served values of a flag, newest first, optionally of some ids or one test run only. */
export function readServed(database: Database, args: ServedArgs): ServedAnswer[] {
  const { projectId, flagId, distinctIds, testRun, limit } = args;
  const run = inTestRun({ projectId, testRun }, 'd.test_run_id');
  const rows = database.prepare<[unknown[], object], Row>(
    `SELECT ${columns}, d.answers -> :path AS answer FROM decides d
     WHERE d.project_id = :projectId AND ${distinctIds === null ? 'true' : ofPersons} AND ${run.sql}
       AND answer IS NOT NULL
     ORDER BY d.id DESC LIMIT :limit`,
  );
  const ids = JSON.stringify(distinctIds);
  return rows.all(run.values, { projectId, ids, limit, path: pathOf(flagId) }).map(toServedAnswer);
}

/** Returns the last value served to any id of a person, by flag id. */
export function readLastServed(
  database: Database,
  { projectId, flagIds, distinctIds }: LastServedArgs,
): Record<number, ServedAnswer> {
  const read = database.prepare<object, Row>(
    `SELECT ${columns}, d.answers -> :path AS answer FROM decides d
     WHERE d.project_id = :projectId AND ${ofPersons} AND answer IS NOT NULL ORDER BY d.id DESC LIMIT 1`,
  );
  const ids = JSON.stringify(distinctIds);
  const last: Record<number, ServedAnswer> = {};
  for (const flagId of flagIds) {
    const row = read.get({ projectId, ids, path: pathOf(flagId) });
    if (row !== undefined) last[flagId] = toServedAnswer(row);
  }
  return last;
}

/** Counts the served values of a flag, in total and per interval; about 120 intervals at most. */
export function readUsage(database: Database, { flagId, from, to, ...scope }: UsageArgs): FlagUsage {
  const interval = intervalOf(to - from);
  const start = Math.floor(from / interval) * interval;
  const run = inTestRun(scope, 'nullif(test_run_id, 0)');
  const rows = database
    .prepare<[unknown[], object], { slice: number; value: string; count: number }>(
      `SELECT slot - slot % :interval AS slice, value, sum(count) AS count FROM flag_usage
       WHERE flag_id = :flagId AND slot >= :start AND slot <= :to AND ${run.sql} GROUP BY slice, value`,
    )
    .all(run.values, { flagId, interval, start, to });
  const totals: Record<string, number> = {};
  for (const { value, count } of rows) totals[nameOf(value)] = (totals[nameOf(value)] ?? 0) + count;
  const bySlice = Map.groupBy(rows, (row) => row.slice);
  const series: FlagUsage['series'] = [];
  for (let slice = start; slice <= to; slice += interval) {
    const values = Object.fromEntries(Object.keys(totals).map((name) => [name, 0]));
    for (const { value, count } of bySlice.get(slice) ?? []) values[nameOf(value)] = count;
    series.push({ start: isoTime(slice), values });
  }
  return { interval_seconds: interval / 1000, totals, series };
}

function intervalOf(span: number): number {
  const minutes = [1, 5, 15, 60, 180].find((candidate) => span / (candidate * slotMs) <= 120) ?? 360;
  return minutes * slotMs;
}

const pathOf = (flagId: number) => `$."${flagId}"`;

/** Names a value in usage: `true`, `false` or the variant. */
const nameOf = (json: string) => String(JSON.parse(json));

function toServedAnswer(row: Row): ServedAnswer {
  const [value, reason, version] = JSON.parse(row.answer) as [FlagValue, FlagReasonCode, number];
  const { distinct_id, path, client, test_run } = row;
  return { distinct_id, value, reason, version, at: isoTime(row.at), path, client, test_run };
}
