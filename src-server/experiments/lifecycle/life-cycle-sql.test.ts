import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { occupiesFlag, occupiesFlagSql, statusOf, statusSql } from './life-cycle.ts';

const time = fc.option(fc.integer({ min: 0, max: 6 }));

test('SQL and the functions agree on the status of any run, and on whether it occupies its flag', () => {
  const database = new Sqlite(':memory:');
  const read = database.prepare<
    { start: number | null; end: number | null; now: number },
    { status: string; occupies: number }
  >(`SELECT ${statusSql} AS status, ${occupiesFlagSql} AS occupies FROM (SELECT :start AS start_at, :end AS end_at) e`);
  const seen = new Set<string>();
  fc.assert(
    fc.property(time, time, fc.integer({ min: 0, max: 6 }), (start, end, now) => {
      const run = { start, end };
      const status = statusOf(run, now);
      const occupies = occupiesFlag(run, now);
      seen.add(`${status} ${occupies}`);
      expect(read.get({ ...run, now })).toEqual({ status, occupies: Number(occupies) });
    }),
    { numRuns: 1000 },
  );
  expect([...seen].sort()).toEqual(['complete false', 'draft false', 'draft true', 'running true']);
});
