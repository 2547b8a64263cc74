import Database from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { databaseFile } from '../../database/storage/files.ts';
import { serverForAll } from '../../testing/server-hooks.ts';
import { eventFilter } from '../filters/filter-contract.ts';
import { readPage } from '../page.ts';

const server = serverForAll();
beforeAll(async () => {
  await server.capture({ batch: [{ event: 'viewed', distinct_id: 'ann' }, { event: 'lost' }] }, '/batch/');
});

/** Returns how SQLite runs a page of a filter on the tables that grow: searches, scans and sorts. */
function plansOf(filter: object): string[] {
  const asked: string[] = [];
  const verbose = (sql: unknown) => void asked.push(String(sql));
  const database = new Database(databaseFile(server.dataDir), { readonly: true, verbose });
  const page = { projectId: 1, seesUnassigned: true, filter: eventFilter.parse(filter), limit: 100 };
  for (const _pause of readPage(database, page));
  const steps = asked
    .filter((sql) => sql.includes('ORDER BY r.id DESC'))
    .flatMap((sql) => database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all())
    .map(({ detail }) => detail)
    .filter((detail) => /^(SEARCH|SCAN) r\b|^USE TEMP B-TREE/.test(detail));
  database.close();
  return [...new Set(steps)];
}

const byId = 'SEARCH r USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)';
const byName = 'SEARCH r USING INDEX events_by_name (name_id=? AND id>? AND id<?)';
const byDistinctId = 'SEARCH r USING INDEX events_by_distinct_id (distinct_ref=? AND rowid>? AND rowid<?)';
const byRun = (table: string) => `SEARCH r USING INDEX ${table}_by_test_run (test_run_id=? AND rowid>? AND rowid<?)`;
const byStatus = 'SEARCH r USING INDEX discards_by_status (status=? AND rowid>? AND rowid<?)';
const byReason = 'SEARCH r USING INDEX discards_by_reason (reason=? AND rowid>? AND rowid<?)';
/** A person can have several ids, each in order; only the rows of one stretch are sorted. */
const sorted = 'USE TEMP B-TREE FOR ORDER BY';
const time = { date_from: '2026-11-01', date_to: '2026-11-02' };
const properties = [{ key: 'plan', value: 'pro' }];

const plans: [filter: object, plan: string[]][] = [
  [{}, [byId]],
  [{ status: 'all' }, [byId]],
  [{ event: 'viewed' }, [byName]],
  [{ event: 'viewed', status: 'all' }, [byName, byId]],
  [{ event: 'viewed', ...time }, [byName]],
  [{ event: 'viewed', properties }, [byName]],
  [{ event: 'viewed', received_from: '2026-11-01' }, [byName]],
  [{ event_any: ['view*'] }, [byId]],
  [{ distinct_id: 'ann' }, [byDistinctId]],
  [{ distinct_id: 'ann', event: 'viewed' }, [byDistinctId]],
  [{ distinct_id: 'ann', event: 'viewed', ...time, properties }, [byDistinctId]],
  [{ person: 'ann' }, [byDistinctId, sorted]],
  [{ person: 'ann', event: 'viewed' }, [byDistinctId, sorted]],
  [{ person_id: '1' }, [byDistinctId, sorted]],
  [{ person_id: '1', event: 'viewed', ...time, properties }, [byDistinctId, sorted]],
  [{ properties }, [byId]],
  [{ properties: [{ key: 'plan', value: 'pro', type: 'person' }] }, [byId]],
  [{ event: 'viewed', properties: [{ key: 'plan', value: 'pro', type: 'person' }] }, [byName]],
  [{ property_types: [{ key: 'plan', type: 'string' }] }, [byId]],
  [{ ...time }, [byId]],
  [{ search: 'ann' }, [byId]],
  [{ search: 'ann', event: 'viewed' }, [byName]],
  [{ received_from: '2026-11-01' }, [byId]],
  [{ received_from: '2026-11-01', status: 'all' }, [byId]],
  [{ request_id: '1' }, ['SEARCH r USING INDEX events_by_request (request_id=? AND rowid>? AND rowid<?)']],
  [{ test_run: 'run' }, [byRun('events')]],
  [{ test_run: 'run', event: 'viewed', status: 'all' }, [byRun('events'), byRun('discards')]],
  [{ test_run: 'run', status: 'dropped' }, [byRun('discards')]],
  [{ test_run: '(none)' }, [byId]],
  [{ test_run: '(none)', event: 'viewed' }, [byName]],
  [{ status: 'dropped' }, [byStatus]],
  [{ status: 'rejected', received_from: '2026-11-01' }, [byStatus]],
  [{ status: 'dropped', reason: 'no_distinct_id' }, [byReason]],
  [{ status: 'all', reason: 'no_distinct_id', event: 'lost' }, [byReason]],
  [{ warning: 'any' }, [byId]],
];
test.each(plans)('a page of %o is found by an index, in order', (filter, plan) => {
  expect(plansOf(filter)).toEqual(plan);
});

test('a pinned event is found by its id', () => {
  expect(plansOf({ pinned: 'true', event: 'viewed' })).toEqual(['SEARCH r USING INTEGER PRIMARY KEY (rowid=?)']);
});
