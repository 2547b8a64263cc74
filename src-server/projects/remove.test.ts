import { expect, test } from 'vitest';
import { Writer } from '../database/writer.ts';
import { databaseOfTest } from '../testing/database.ts';
import { removeDeletedProjects } from './remove.ts';

test('other writes do not wait for the removal of a project', async () => {
  const { database } = databaseOfTest();
  database.exec(`
    INSERT INTO projects (id, uuid, name, created_at, updated_at, deleted_at) VALUES (1, 'u', 'Shop', 0, 0, 0);
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO event_names (project_id, name) SELECT 1, i FROM n;
  `);
  const writer = new Writer(database);
  const count = database.prepare<[], number>('SELECT count(*) FROM event_names').pluck();
  const removal = removeDeletedProjects(
    database,
    writer,
    [{ table: 'event_names', key: 'id' }],
    new AbortController().signal,
  );
  expect(await writer.run(() => count.get())).toBe(1000);
  await removal;
  expect(count.get()).toBe(0);
});
