import { expect, test } from 'vitest';
import { databaseOfTest } from '../../testing/database.ts';
import { createCountsStore } from './counts-store.ts';
import { NameCounts } from './name-counts.ts';

test('events whose properties are moved before they are counted are left for the reading thread', () => {
  const { database } = databaseOfTest();
  // No project: only the properties matter here.
  database.pragma('foreign_keys = OFF');
  const add = database.prepare(
    `INSERT INTO events (id, project_id, uuid, name_id, distinct_ref, timestamp, received_at, properties)
     VALUES (:id, 1, :id, 1, 1, 0, 0, :properties)`,
  );
  for (const [id, properties] of ['{"a":1}', '', '{"a":2}'].entries()) add.run({ id: id + 1, properties });
  const counts = new NameCounts();
  expect(createCountsStore(database).addNext(counts, 1, 0, 200, null)).toEqual({ last: 1, isDone: false });
  expect(counts.builds.get('')?.events).toBe(1);
});
