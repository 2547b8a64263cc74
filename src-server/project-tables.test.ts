import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { migrations } from './database/migrations/migrations.ts';
import { projectTables } from './project-tables.ts';
import { loadSchemaFixture } from './testing/schema-fixtures.ts';
import { startTestServer } from './testing/server.ts';

/** Nobody listens there. */
const relayAddress = 'http://127.0.0.1:9/';
const fixtureKey = 'phc_fixtureProjectKey';
const ofTheServer = [
  'action_counting',
  'archive_deletions',
  'archive_state',
  'event_spans',
  'person_activity',
  'projects',
  'spool_progress',
  'users',
];
const declared = projectTables.map(({ table }) => table);

test('each table is declared by the feature whose rows of a project it holds', () => {
  const database = new Database(':memory:');
  for (const sql of migrations) database.exec(sql);
  const tables = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();
  expect(declared.concat(ofTheServer).toSorted()).toEqual(tables.toSorted());
  const withProject = database
    .prepare<[], string>(
      `SELECT t.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.name = 'project_id'
       UNION SELECT t.name FROM sqlite_schema t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table' AND f."table" <> 'users'`,
    )
    .pluck()
    .all();
  expect(withProject.filter((table) => !declared.includes(table))).toEqual([]);
  database.close();
});

test('a deleted project takes the rows of every table along', async () => {
  const server = await startTestServer({ prepare: (dataDir) => loadSchemaFixture(dataDir, migrations.length) });
  const database = new Database(join(server.dataDir, 'benchtop.sqlite'), { readonly: true });
  const rowsOf = ({ table, own = 'project_id = ?' }: (typeof projectTables)[number]) =>
    database.prepare<[number], number>(`SELECT count(*) FROM ${table} WHERE ${own}`).pluck().get(1);
  const filled = () => projectTables.flatMap((entry) => (rowsOf(entry) === 0 ? [] : [entry.table]));
  try {
    await server.api('POST', '/api/projects/1/saved_views/', { name: 'Mine', filter: 'plan=pro' });
    await server.api('PATCH', '/api/projects/1/', { experiment_exclusions: { bots: true } });
    await server.api('POST', '/api/projects/1/saved_metrics/', { name: 'Paid', filters: { events: [{ id: 'paid' }] } });
    await server.api('PATCH', '/api/projects/1/saved_metrics/1/', { filters: { events: [{ id: 'bought' }] } });
    await server.api('POST', '/api/projects/1/expectations/', { event: 'paid' });
    await server.api('PUT', '/api/projects/1/diff/masks/', { masks: [{ property: 'order' }] });
    await server.api('PATCH', '/api/projects/1/tracking_plan/settings/', { build_property: 'release' });
    await server.api('PUT', '/api/projects/1/tracking_plan/lock/', { event: 'long', schema: { required: ['total'] } });
    const uuid = randomUUID();
    await server.capture({
      api_key: fixtureKey,
      event: 'long',
      distinct_id: 'ann',
      uuid,
      properties: { note: 'x'.repeat(70_000), $benchtop_test_run: 'first' },
    });
    const pinned = await server.api('PUT', `/api/projects/1/pins/${uuid}/`, {});
    expect(pinned).toMatchObject({ status: 200 });
    await vi.waitFor(() => expect(filled()).toContain('request_bodies'));
    await vi.waitFor(() => expect(filled()).toContain('plan_properties'));
    await server.api('PATCH', '/api/projects/1/relay/', {
      address: relayAddress,
      api_key: 'phc_x',
      allow_local: true,
      mode: 'on',
    });
    // The fixture has no session, no override, no archive and nothing that a receiver refused.
    expect(filled().length).toBe(declared.length - 4);
    await server.api('POST', '/api/projects/', { name: 'Other' });
    expect(await server.api('DELETE', '/api/projects/1/')).toMatchObject({ status: 204 });
    await vi.waitFor(() => expect(database.prepare('SELECT id FROM projects').pluck().all()).not.toContain(1), 20_000);
    expect(filled()).toEqual([]);
    expect(database.prepare('SELECT count(*) FROM action_matches').pluck().get()).toBe(0);
    expect(database.prepare('SELECT count(*) FROM exposures').pluck().get()).toBe(0);
  } finally {
    database.close();
    await server.close();
  }
});
