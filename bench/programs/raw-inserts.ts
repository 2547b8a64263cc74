import { mkdirSync } from 'node:fs';
import { type Database, openWriter } from '../../src-server/database/open.ts';
import { median } from '../figures/numbers.ts';
import { people, personOf, sampleEvent, uuidOf } from '../payload.ts';
import { answerBench } from './child.ts';
import { rawRows } from './raw-rows.ts';

/**
 * The limit for batches: better-sqlite3 alone, with the project's schema and durability, inserts the same prepared rows in
 * transactions of that size. The database is kept between rounds and grows as Benchtop's does. `p50`: of a transaction, ms.
 */
export type RawOptions = { folder: string; size: number; seconds: number; stream: number };

export type RawAnswer = { rows_per_second: number; p50: number };

await answerBench(insertFor);

function insertFor({ folder, size, seconds, stream }: RawOptions): RawAnswer {
  mkdirSync(folder, { recursive: true });
  const database = openWriter(folder);
  const rows = rawRows(database);
  const names = Array.from({ length: 5 }, (_, index) => sampleEvent(index).event);
  if (database.prepare('SELECT 1 FROM event_names').get() === undefined) addNamesAndPeople(database, rows, names);
  const { properties } = sampleEvent(0);
  const json = JSON.stringify(properties);
  const moment = Date.now();
  let number = 0;
  const batch = database.transaction(() => {
    for (let index = 0; index < size; index++, number++) {
      rows.event.run(uuidOf(number, stream), 1 + (number % names.length), 1 + (number % people), moment, moment, json);
    }
  });
  const times: number[] = [];
  const started = performance.now();
  let now = started;
  while (now - started < seconds * 1000) {
    const begun = now;
    batch();
    now = performance.now();
    times.push(now - begun);
  }
  database.close();
  return { rows_per_second: (1000 * number) / (now - started), p50: median(times) };
}

function addNamesAndPeople(database: Database, rows: ReturnType<typeof rawRows>, names: string[]): void {
  database.transaction(() => {
    for (const value of names) rows.name.run(value);
    for (let index = 0; index < people; index++) {
      rows.identity.run(personOf(index), rows.person.run(uuidOf(index, 0)).lastInsertRowid);
    }
  })();
}
