import { type Database, openWriter } from '../src-server/database/open.ts';
import { answerBench } from './child.ts';
import { people, personOf, sampleEvent, uuidOf } from './payload.ts';

/**
 * The limit for batches: better-sqlite3 alone, with the project's schema and durability, inserts the same prepared rows in
 * transactions of that size. The database is kept between rounds and grows as Benchtop's does. Prints rows per second.
 */
export type RawOptions = { folder: string; size: number; seconds: number; stream: number };

await answerBench((options: RawOptions) => ({ rows_per_second: insertFor(options) }));

function insertFor({ folder, size, seconds, stream }: RawOptions): number {
  const database = openWriter(folder);
  const names = Array.from({ length: 5 }, (_, index) => sampleEvent(index).event);
  if (database.prepare('SELECT 1 FROM event_names').get() === undefined) addNamesAndPeople(database, names);
  const insert = database.prepare(
    `INSERT INTO events (project_id, uuid, name_id, distinct_ref, timestamp, received_at, request_id, current_url, properties)
     VALUES (1, ?, ?, ?, ?, ?, 1, ?, ?)`,
  );
  const { properties } = sampleEvent(0);
  const json = JSON.stringify(properties);
  const url = properties.$current_url;
  const now = Date.now();
  let number = 0;
  const batch = database.transaction(() => {
    for (let index = 0; index < size; index++, number++) {
      insert.run(uuidOf(number, stream), 1 + (number % names.length), 1 + (number % people), now, now, url, json);
    }
  });
  const started = performance.now();
  while (performance.now() - started < seconds * 1000) batch();
  const rate = number / ((performance.now() - started) / 1000);
  database.close();
  return rate;
}

function addNamesAndPeople(database: Database, names: string[]): void {
  const person = database.prepare(
    "INSERT INTO persons (project_id, uuid, properties, is_identified, created_at, last_seen_at) VALUES (1, ?, '{}', 0, 0, 0)",
  );
  const identity = database.prepare(
    'INSERT INTO distinct_ids (project_id, value, person_id, created_at) VALUES (1, ?, ?, 0)',
  );
  const name = database.prepare('INSERT INTO event_names (project_id, name) VALUES (1, ?)');
  database.transaction(() => {
    for (const value of names) name.run(value);
    for (let index = 0; index < people; index++) {
      identity.run(personOf(index), person.run(uuidOf(index, 0)).lastInsertRowid);
    }
  })();
}
