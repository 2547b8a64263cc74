import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import {
  currentSchema,
  loadSchemaFixture,
  schemaFile,
  schemaFixtureFile,
  schemaFixtureVersions,
} from '../testing/schema-fixtures.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { migrations } from './migrations/migrations.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

test('every schema version has its fixture: npx node scripts/schema-fixtures.ts writes the newest', () => {
  const versions = migrations.map((_, index) => index + 1);
  expect(versions.filter((version) => !existsSync(schemaFixtureFile(version)))).toEqual([]);
  expect(schemaFixtureVersions()).toEqual(versions);
});

test('schema.sql matches the migrations: npx node scripts/schema-fixtures.ts writes it', () => {
  expect(readFileSync(schemaFile, 'utf8')).toBe(currentSchema());
});

/** Rows that each table must keep. */
const kept = [
  'users',
  'projects',
  'persons',
  'distinct_ids',
  'groups',
  'events',
  'discards',
  'flags',
  'actions',
  'experiments',
  'decides',
  'test_runs',
  'expectations',
  'chat_deliveries',
];

/** Earlier fixtures have no test run. */
const firstWithRun = 21;

test.each(schemaFixtureVersions())(
  'a folder of schema %i is upgraded with all its rows, and works; its test run keeps its rows, and is deleted with them',
  async (version) => {
    let before: Record<string, number> = {};
    server = await startTestServer({
      prepare(dataDir) {
        loadSchemaFixture(dataDir, version);
        before = countRows(dataDir, version);
      },
    });
    expect(before.events).toBeGreaterThan(30);
    expect(countRows(server.dataDir)).toMatchObject(before);
    for (const list of ['feature_flags', 'actions', 'experiments', 'persons', 'events', 'actions/people']) {
      expect(await server.api('GET', `/api/projects/1/${list}/`)).toMatchObject({ status: 200 });
    }
    expect(await server.capture({ event: 'after', distinct_id: 'person-1' })).toMatchObject({ status: 200 });
    expect(countRows(server.dataDir).events).toBe((before.events ?? 0) + 1);
    if (version >= firstWithRun) await expectTestRun(server);
  },
);

async function expectTestRun({ api }: TestServer): Promise<void> {
  const read = async (path: string) => (await api('GET', `/api/projects/1/${path}`)).body;
  const counts = async () =>
    Promise.all(
      [
        'events/?status=all&limit=1000&',
        'expectations/?',
        'feature_flags/1/served/?',
        'actions/deliveries/?',
        'persons/?',
      ].map(async (path) => Object(await read(`${path}test_run=sample`)).results.length),
    );
  expect(await read('test_runs/sample/')).toMatchObject({
    label: 'Sample',
    build: '1.24.0',
    events: 3,
    dropped: 1,
    rejected: 1,
    is_late: true,
    ended_at: expect.any(String),
  });
  expect(await counts()).toEqual([5, 1, 1, 1, 1]);
  expect(await read('events/?search=tapped&test_run=sample')).toMatchObject({ results: [] });
  expect(await api('DELETE', '/api/projects/1/test_runs/sample/')).toMatchObject({ status: 204 });
  expect(await counts()).toEqual([0, 1, 0, 0, 0]);
  expect(await read('actions/deliveries/')).toMatchObject({ count: 0 });
}

/** Counts the rows of each table, and checks that the file is intact and of that version. */
function countRows(dataDir: string, version = migrations.length): Record<string, number> {
  const database = new Database(join(dataDir, 'benchtop.sqlite'), { readonly: true });
  expect(database.pragma('user_version', { simple: true })).toBe(version);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(database.pragma('foreign_key_check')).toEqual([]);
  const tables = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all()
    .filter((table) => kept.includes(table));
  const counts = tables.map((table) => [table, database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get()]);
  database.close();
  return Object.fromEntries(counts);
}
