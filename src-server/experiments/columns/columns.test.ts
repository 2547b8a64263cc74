import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openReader } from '../../database/open.ts';
import { resultsCacheFolder } from '../../database/storage/files.ts';
import { serverForAll } from '../../testing/server-hooks.ts';
import { ChunkFiles, chunkRows, UnreadableChunk } from './chunk-files.ts';
import { Columns } from './columns.ts';

const server = serverForAll();
let database: Database;
let dataDir: string;
beforeAll(async () => {
  await server.capture({ batch: ['a', 'b', 'c'].map((distinct_id) => ({ event: 'seen', distinct_id })) }, '/batch/');
  database = openReader(server.dataDir);
});
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'benchtop-test-'));
  return () => rmSync(dataDir, { recursive: true });
});
afterAll(() => database.close());

type Opened = { projectId?: number; removed?: number; version?: string; name?: string };

const empty: [Float64Array, Int32Array] = [new Float64Array(), new Int32Array()];

/** Opens the columns as a new thread does. */
const open = ({ projectId = 1, removed = 0, version = '1', name = 'seen' }: Opened = {}) =>
  new Columns(new ChunkFiles(dataDir, version), database, { projectId, name, removed }, empty);
type Opening = ReturnType<typeof open>;

const add = (columns: Opening, numbers: readonly number[], newest = 3): void => {
  columns.add(
    numbers,
    numbers.map((one) => one % 1000),
  );
  columns.store(database, () => newest);
};

/** Reports whether the columns have the rows that `add` makes of these numbers, and no others. */
function has(columns: Opening, numbers: readonly number[]): boolean {
  const chunk = columns.newChunk();
  let row = 0;
  while (row < columns.length) {
    const { arrays, at, end } = columns.part(row, chunk);
    for (let index = at; row < end; index++, row++) {
      const one = numbers[row] ?? 0;
      if (arrays[0][index] !== one || arrays[1][index] !== Math.trunc(one % 1000)) return false;
    }
  }
  return row === numbers.length;
}

const counted = (length: number) => Array.from({ length }, (_, index) => index + 0.5);
const fileOf = () => join(resultsCacheFolder(dataDir), readdirSync(resultsCacheFolder(dataDir))[0] ?? '');

test('columns have what was added to them, and after a new start all whole chunks of it', () => {
  const step = fc.oneof(fc.integer({ min: 0, max: 3 * chunkRows }), fc.constant('start' as const));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), fc.uuid(), (steps, name) => {
      let columns = open({ name });
      let added: number[] = [];
      for (const one of steps) {
        if (one === 'start') {
          columns = open({ name });
          added = added.slice(0, added.length - (added.length % chunkRows));
        } else {
          const more = counted(one).map((number) => number + added.length);
          add(columns, more);
          added = [...added, ...more];
        }
        expect(columns.inMemory).toBeLessThan(chunkRows);
        expect(has(columns, added)).toBe(true);
      }
    }),
    { numRuns: 25 },
  );
});

test('another state of the database, or another version, begins anew', () => {
  for (const other of [{ removed: 1 }, { version: '2' }, { name: 'other' }]) {
    add(open(), counted(chunkRows));
    expect(open()).toMatchObject({ length: chunkRows, upTo: 3 });
    expect(open(other).length).toBe(0);
  }
  add(open({ name: 'gone' }), counted(chunkRows), 1000);
  expect(open({ name: 'gone' }).length).toBe(0);
});

test('a file that another object opened since does not grow', () => {
  const files = new ChunkFiles(dataDir, '1');
  const opened = () => new Columns(files, database, { projectId: 1, name: 'seen', removed: 0 }, empty);
  const [before, since] = [opened(), opened()];
  add(before, counted(chunkRows));
  expect(before.inMemory).toBe(chunkRows);
  add(since, counted(2 * chunkRows));
  expect(since.inMemory).toBe(0);
});

test('a read of what another object wrote anew since fails, and leaves its file', () => {
  const files = new ChunkFiles(dataDir, '1');
  const opened = (removed: number) => new Columns(files, database, { projectId: 1, name: 'seen', removed }, empty);
  const before = opened(0);
  add(before, counted(chunkRows));
  const since = opened(1);
  add(since, counted(2 * chunkRows));
  expect(() => has(before, counted(chunkRows))).toThrow(UnreadableChunk);
  expect(has(since, counted(2 * chunkRows))).toBe(true);
});

test('a cut or garbled file is found, and begins anew', () => {
  const damages = [
    (file: string, bytes: Buffer) => truncateSync(file, bytes.length / 2 - 1),
    (file: string, bytes: Buffer) => writeFileSync(file, bytes.fill(7, 1000, 1001)),
    (file: string, bytes: Buffer) => {
      const chunk = bytes.length / 3;
      writeFileSync(file, Buffer.concat([bytes.subarray(chunk), bytes.subarray(0, chunk)]));
    },
    (file: string) => rmSync(file),
  ];
  for (const damage of damages) {
    const before = open();
    add(before, counted(3 * chunkRows));
    const file = fileOf();
    const bytes = readFileSync(file);
    damage(file, Buffer.from(bytes));
    expect(() => has(before, counted(3 * chunkRows))).toThrow(UnreadableChunk);
    expect(open().length).toBe(0);
    // A thread that ended within a chunk left a part of it.
    writeFileSync(file, bytes.subarray(0, bytes.length - 10));
    expect(has(open(), counted(2 * chunkRows))).toBe(true);
    rmSync(file);
  }
});

test('without a folder to write, everything stays in memory', () => {
  writeFileSync(resultsCacheFolder(dataDir), '');
  const columns = open();
  add(columns, counted(2 * chunkRows));
  expect(columns.inMemory).toBe(2 * chunkRows);
  expect(has(columns, counted(2 * chunkRows))).toBe(true);
  expect(open().length).toBe(0);
});

test('files of a deleted project are removed', () => {
  add(open({ projectId: 9 }), counted(chunkRows));
  expect(readdirSync(resultsCacheFolder(dataDir))).toHaveLength(1);
  open();
  expect(readdirSync(resultsCacheFolder(dataDir))).toEqual([]);
});

test('what grew longest ago makes room', () => {
  add(open(), counted(chunkRows));
  const kept = fileOf();
  const old = join(resultsCacheFolder(dataDir), '1-old');
  writeFileSync(old, '');
  // Takes no room on the disk.
  truncateSync(old, 2 ** 30);
  utimesSync(old, 0, 0);
  open();
  expect(readdirSync(resultsCacheFolder(dataDir))).toEqual([basename(kept)]);
});
