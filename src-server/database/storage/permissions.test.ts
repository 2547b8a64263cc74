import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { statsBelow } from '../../testing/folder.ts';
import { createServerProcesses } from '../../testing/process.ts';
import { databaseFile } from './files.ts';

let servers: ReturnType<typeof createServerProcesses>;
beforeEach(() => {
  servers = createServerProcesses('permissions');
});
afterEach(() => servers.close());

/** Lists every path in the data folder that others can read or write, with its mode. */
function readableByOthers(): string[] {
  return statsBelow(servers.dataDir).flatMap(([name, { mode }]) =>
    (mode & 0o077) === 0 ? [] : [`${name} ${(mode & 0o777).toString(8)}`],
  );
}

const modeOf = (path: string) => lstatSync(path).mode & 0o777;

/** Locks the database as another program would, so that captured events go to the spool. */
function lockDatabase(): Database.Database {
  const other = new Database(databaseFile(servers.dataDir));
  other.exec('BEGIN IMMEDIATE');
  return other;
}

test('other users cannot read any file or folder of Benchtop, for any umask', async () => {
  const server = await servers.spawn({ umask: '000' }).listening();
  expect(await server.capture({ event: 'stored', distinct_id: 'ann' })).toBe(200);
  const other = lockDatabase();
  expect(await server.capture({ event: 'spooled', distinct_id: 'ann' })).toBe(200);
  const names = readdirSync(servers.dataDir);
  expect(names).toEqual(expect.arrayContaining(['benchtop.sqlite', 'benchtop.sqlite-wal', 'lock', 'dead-letter']));
  expect(readdirSync(join(servers.dataDir, 'dead-letter'))).toHaveLength(1);
  expect(readableByOthers()).toEqual([]);
  expect(modeOf(servers.dataDir)).toBe(0o700);
  other.close();
});

test('a start makes files of earlier versions private, and only reports a folder of the user', async () => {
  await (await servers.spawn().listening()).end('SIGKILL');
  mkdirSync(join(servers.dataDir, 'dead-letter'));
  writeFileSync(join(servers.dataDir, 'dead-letter', 'unreadable.ndjson'), '');
  for (const name of readdirSync(servers.dataDir, { recursive: true, encoding: 'utf8' })) {
    chmodSync(join(servers.dataDir, name), 0o777);
  }
  const note = join(servers.dataDir, 'note.txt');
  writeFileSync(note, 'mine');
  chmodSync(note, 0o644);
  symlinkSync(note, join(servers.dataDir, 'window.json'));
  chmodSync(servers.dataDir, 0o755);

  const server = await servers.spawn().listening();
  expect(readableByOthers().toSorted()).toEqual(['note.txt 644', 'window.json 777']);
  expect(modeOf(servers.dataDir)).toBe(0o755);
  const warning = `Other users of this machine can read the data folder (mode 755). To restrict access: chmod 700 "${servers.dataDir}"`;
  expect(server.stdout.split('\n')[0]).toBe(warning);
  expect(server.stdout.split('\n')[1]).toMatch(/^Benchtop is listening on /);
});
