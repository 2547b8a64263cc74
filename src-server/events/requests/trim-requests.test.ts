import { beforeEach, expect, test } from 'vitest';
import { requestBytes } from '../../database/migrations/001-020/010-request-sizes.ts';
import type { Database } from '../../database/open.ts';
import { ArrivingRuns } from '../../test-runs/arriving-runs.ts';
import { databaseOfTest } from '../../testing/database.ts';
import type { RequestRow } from '../rows.ts';
import { EventStore } from '../store.ts';
import { noPersons, requestRow } from './request-row-testing.ts';
import { TrimRequests } from './trim-requests.ts';

let database: Database;
beforeEach(() => {
  ({ database } = databaseOfTest());
});

const row = (id: number, statusCode: number, body: string): RequestRow => requestRow({ id, statusCode, body });

test('the log stays within its bytes and rows, oldest deleted first; rejected requests displace no others', () => {
  const events = new EventStore(database, new ArrivingRuns(database, noPersons));
  const limits = { accepted: { requests: 300, bytes: 1e6 }, rejected: { requests: 1000, bytes: 2e6 } };
  const trim = new TrimRequests(database, limits);
  database.transaction(() => {
    for (let id = 1; id <= 5000; id++) {
      const added = row(id, id % 5 === 0 ? 200 : 401, 'é'.repeat(id % 5 === 0 ? 4000 : 10_000));
      events.insertRequest(added);
      trim.added(added);
      if (trim.isDue) trim.trim();
    }
    trim.trim();
  })();
  const kept = database
    .prepare(
      `SELECT status_code AS status, count(*) AS requests, min(id) AS oldest, sum(${requestBytes}) AS bytes FROM requests
       GROUP BY 1`,
    )
    .all();
  // Of 8,013 and 20,013 bytes each.
  expect(kept).toEqual([
    { status: 200, requests: 124, oldest: 4385, bytes: 124 * 8013 },
    { status: 401, requests: 99, oldest: 4877, bytes: 99 * 20_013 },
  ]);
  // Another instance finds the same, from the index alone.
  expect(new TrimRequests(database, limits).isDue).toBe(false);
  const plan = database
    .prepare<[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT id, ${requestBytes} FROM requests WHERE (status_code >= 400) = 1 ORDER BY id LIMIT 9`,
    )
    .all();
  expect(plan[0]?.detail).toContain('COVERING INDEX requests_by_size');
});

test('the log of small requests stays within its number of rows', () => {
  const events = new EventStore(database, new ArrivingRuns(database, noPersons));
  const size = { requests: 300, bytes: 1e9 };
  const trim = new TrimRequests(database, { accepted: size, rejected: size });
  database.transaction(() => {
    for (let id = 1; id <= 5000; id++) {
      const added = row(id, id % 2 === 0 ? 200 : 401, '');
      events.insertRequest(added);
      trim.added(added);
      if (trim.isDue) trim.trim();
    }
    trim.trim();
  })();
  const sql = 'SELECT count(*) AS requests, min(id) AS oldest FROM requests GROUP BY status_code ORDER BY 2';
  const kept = database.prepare(sql).all();
  expect(kept).toEqual([
    { requests: 300, oldest: 4401 },
    { requests: 300, oldest: 4402 },
  ]);
});
