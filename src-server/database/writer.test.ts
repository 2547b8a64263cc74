import { beforeEach, expect, test } from 'vitest';
import { databaseOfTest } from '../testing/database.ts';
import { type Database, openReader, openWriter } from './open.ts';
import { Writer } from './writer.ts';

let folder: string;
let database: Database;
let writer: Writer;
let commits: number;
beforeEach(() => {
  ({ folder, database } = databaseOfTest());
  database.exec('CREATE TABLE notes (text TEXT NOT NULL UNIQUE) STRICT');
  commits = 0;
  writer = new Writer(database);
  writer.join({ committed: () => (commits += 1) });
});

const note = (text: string) => () => database.prepare('INSERT INTO notes (text) VALUES (?)').run(text).changes;
const notes = () => database.prepare<[], string>('SELECT text FROM notes ORDER BY rowid').pluck().all();

test('jobs that wait together share one transaction, run in order, and get their results', async () => {
  expect(await Promise.all(['a', 'b', 'c'].map((text) => writer.run(note(text))))).toEqual([1, 1, 1]);
  expect(notes()).toEqual(['a', 'b', 'c']);
  expect(commits).toBe(1);
});

test('another connection sees the result once the job resolves', async () => {
  await writer.run(note('a'));
  const reader = openReader(folder);
  expect(reader.prepare('SELECT count(*) AS count FROM notes').get()).toEqual({ count: 1 });
  reader.close();
});

test('a failing job rejects alone and leaves no writes', async () => {
  const broken = () => {
    note('half')();
    throw new Error('broken');
  };
  const settled = await Promise.allSettled([writer.run(note('a')), writer.run(broken), writer.run(note('b'))]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(notes()).toEqual(['a', 'b']);
});

test('when no transaction can begin, every job rejects', async () => {
  const other = openWriter(folder);
  other.exec('BEGIN IMMEDIATE');
  const settled = await Promise.allSettled([writer.run(note('a')), writer.runInBulk(note('b'))]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  other.exec('ROLLBACK');
  other.close();
  await writer.run(note('c'));
  expect(notes()).toEqual(['c']);
});

test('a job does not wait for bulk work, and neither starves the other', async () => {
  const told: string[] = [];
  const spin = (name: string) => () => {
    for (const end = performance.now() + 5; performance.now() < end; );
    return name;
  };
  const bulk = Array.from({ length: 40 }, () => writer.runInBulk(spin('bulk')).then((name) => told.push(name)));
  const others = Array.from({ length: 10 }, () => writer.run(spin('other')).then((name) => told.push(name)));
  await Promise.all([...bulk, ...others]);
  expect(told.lastIndexOf('other')).toBeLessThan(told.lastIndexOf('bulk') - 20);
  expect(told.indexOf('bulk')).toBeLessThan(told.lastIndexOf('other'));
});

test('background work pauses while others wait, and still finishes', async () => {
  const told: string[] = [];
  const spin = (name: string, ms: number) => () => {
    for (const end = performance.now() + ms; performance.now() < end; );
    told.push(name);
  };
  const background = Promise.all(Array.from({ length: 20 }, () => writer.runInBackground(spin('background', 5))));
  let isOver = false;
  void background.then(() => {
    isOver = true;
  });
  while (!isOver) await writer.run(spin('other', 1));
  // About fifteen other jobs fit after each of the twenty slices; far fewer on a busy machine.
  expect(told.filter((name) => name === 'other').length).toBeGreaterThan(40);
});
