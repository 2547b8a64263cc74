import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { migrations } from './database/migrations/migrations.ts';
import { definedTables, projectTables } from './project-tables.ts';
import { definitionsFormat } from './projects/definitions/definitions-contract.ts';
import { columnsOf } from './projects/definitions/table-rows.ts';
import { loadSchemaFixture } from './testing/schema-fixtures.ts';
import { startTestServer } from './testing/server.ts';

/** Nobody listens here. */
const relayAddress = 'http://127.0.0.1:9/';
const fixtureKey = 'phc_fixtureProjectKey';
const ofTheServer = [
  'action_counting',
  'archive_deletions',
  'archive_state',
  'definitions_origin',
  'event_spans',
  'person_activity',
  'projects',
  'spool_progress',
  'users',
];
const declared = projectTables.map(({ table }) => table);

const database = new Database(':memory:');
for (const sql of migrations) database.exec(sql);

test('each table is declared by the feature that stores its rows', () => {
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
});

test('deleting a project deletes its rows in every table', async () => {
  await using server = await startTestServer({ prepare: (dataDir) => loadSchemaFixture(dataDir, migrations.length) });
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
    await server.api('PATCH', '/api/projects/1/event_retention/', { keep_days: 365 });
    await server.api('PATCH', '/api/projects/1/relay/', {
      address: relayAddress,
      api_key: 'phc_x',
      allow_local: true,
      mode: 'on',
    });
    // The fixture has no session, override, archive or set-aside event.
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

// A change here changes the format: servers of both versions must say which to update.
test('the columns of definitions match the format', () => {
  const columns = definedTables.map((one) => `${one.table}: ${columnsOf(database, one).columns.join(' ')}`);
  expect({ format: definitionsFormat, columns }).toMatchInlineSnapshot(`
    {
      "columns": [
        "users: id uuid distinct_id first_name email is_email_verified created_at",
        "projects: id uuid name created_at updated_at",
        "experiment_exclusions: id project_id at exclusions",
        "project_keys: id project_id name value created_at revoked_at",
        "group_types: project_id type_index name",
        "flags: id project_id key name active deleted ensure_experience_continuity filters version created_by created_at updated_at tags owner_id rules_changed_at",
        "flag_overrides: id project_id flag_id distinct_id value created_by created_at",
        "flag_changes: id project_id flag_id kind at user_id before after",
        "actions: id project_id name description tags post_to_chat chat_message_format steps created_at created_by deleted owner_id",
        "saved_metrics: id project_id name description filters created_by created_at updated_at",
        "saved_metric_versions: id project_id metric_id filters until",
        "experiments: id project_id name description start_at end_at feature_flag_key flag_id owns_flag launch_change parameters secondary_metrics filters archived conclusion conclusion_comment created_by created_at updated_at tags owner_id deleted_at took_flag",
        "experiment_changes: id project_id experiment_id kind at user_id before after",
        "expectations: id project_id name test_run event rule created_at updated_at",
        "plan_locks: id project_id event schema locked_at updated_at",
        "plan_settings: project_id is_enabled build_property",
        "diff_masks: id project_id event property is_masked",
      ],
      "format": 1,
    }
  `);
});

test('columns that definitions declare exist, and each refers to a table before its own', () => {
  for (const [index, { table, local = {}, unique, refers = {} }] of definedTables.entries()) {
    const names = database.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
    const named = [...Object.keys(local), ...Object.keys(refers), ...(unique === undefined ? [] : [unique])];
    expect(names).toEqual(expect.arrayContaining(named));
    const before = definedTables.slice(0, index).map((one) => one.table);
    expect(before).toEqual(expect.arrayContaining(Object.values(refers)));
  }
});
