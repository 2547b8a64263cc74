import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { databaseFile } from '../../database/storage/files.ts';
import { loadSchemaFixture } from '../../testing/schema-fixtures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { experimentApi } from '../api-testing.ts';

let server: TestServer | undefined;
afterEach(() => server?.close());

test('the direction of stored metrics moves to their options, in experiments and their history', async () => {
  const old = { insight: 'TRENDS', direction: 'decrease', events: [{ id: 'a', order: 1.0 }], benchtop: { note: 1 } };
  const secondary = [
    { name: 'None', filters: { events: [] }, extra: null },
    { name: 'Less', filters: { direction: 'decrease', mine: [1] } },
  ];
  let id = 0;
  server = await startTestServer({
    prepare(dataDir) {
      loadSchemaFixture(dataDir, 16);
      const database = new Database(databaseFile(dataDir));
      id = database.prepare<[], number>('SELECT max(id) FROM experiments').pluck().get() ?? 0;
      const json = [JSON.stringify(old), JSON.stringify(secondary)];
      database.prepare('UPDATE experiments SET filters = ?, secondary_metrics = ? WHERE id = ?').run(...json, id);
      const state = JSON.stringify({ name: 'x', filters: old, secondary_metrics: secondary });
      database
        .prepare(
          `INSERT INTO experiment_changes (project_id, experiment_id, kind, at, user_id, before, after)
           VALUES (1, ?, 'updated', 1, 1, ?, ?)`,
        )
        .run(id, state, JSON.stringify({ filters: { direction: null }, secondary_metrics: {} }));
      database.close();
    },
  });
  const filters = { insight: 'TRENDS', events: [{ id: 'a', order: 1 }], benchtop: { note: 1, direction: 'decrease' } };
  const secondary_metrics = [
    secondary[0],
    { name: 'Less', filters: { mine: [1], benchtop: { direction: 'decrease' } } },
  ];
  const api = experimentApi(server);
  expect(await api.read(id)).toMatchObject({ filters, secondary_metrics });
  expect((await api.read(id)).filters).not.toHaveProperty('direction');
  const change = (await api.history(id)).find(({ before }) => before?.name === 'x');
  expect(change?.before).toEqual({ name: 'x', filters, secondary_metrics });
  expect(change?.after).toEqual({ filters: { direction: null }, secondary_metrics: {} });
});
