import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseFile, lockFile } from '../database/storage/files.ts';
import { createServerProcesses, plainUser, type ServerProcess } from '../testing/process.ts';

let servers: ReturnType<typeof createServerProcesses>;
beforeEach(() => {
  servers = createServerProcesses('start');
});
afterEach(() => servers.close());

/** Fills the data folder with a database of some events, as a server leaves it. */
async function fill(): Promise<void> {
  const server = await servers.spawn().listening();
  const batch = Array.from({ length: 500 }, (_value, index) => ({ event: `e${index}`, distinct_id: 'ann' }));
  expect(await server.capture({ batch })).toBe(200);
  await server.end('SIGTERM');
}

function overwriteHeader(file: string): void {
  const content = readFileSync(file);
  content.fill('garbage ', 0, 16);
  writeFileSync(file, content);
}

const failures: [name: string, prepare: (dataDir: string) => void | Promise<void>, says: RegExp][] = [
  [
    'a newer schema',
    async (dataDir) => {
      await fill();
      const database = new Database(databaseFile(dataDir));
      database.pragma('user_version = 9999');
      database.close();
    },
    /benchtop\.sqlite was written by a newer Benchtop\. Update Benchtop/,
  ],
  [
    'an overwritten header',
    async (dataDir) => {
      await fill();
      overwriteHeader(databaseFile(dataDir));
    },
    /benchtop\.sqlite is not a database.*There is no copy to restore\./,
  ],
  [
    'a database that was cut off',
    async (dataDir) => {
      await fill();
      truncateSync(databaseFile(dataDir), 65_536);
    },
    /benchtop\.sqlite is damaged or cut off.*There is no copy to restore\./,
  ],
  ['a data folder that is a file', (dataDir) => writeFileSync(dataDir, 'not a folder'), /data is not a folder/],
  [
    'a database that is a folder',
    (dataDir) => void mkdirSync(databaseFile(dataDir), { recursive: true, mode: 0o700 }),
    /benchtop\.sqlite must be a file, and is a folder/,
  ],
  [
    'a lock file that was overwritten',
    (dataDir) => {
      mkdirSync(dataDir, { mode: 0o700 });
      writeFileSync(lockFile(dataDir), 'someone wrote this over the lock file '.repeat(100));
    },
    /lock file .*lock was overwritten\. Delete it/,
  ],
];
test.each(failures)('%s is one sentence and exit code 1', async (_name, prepare, says) => {
  await prepare(servers.dataDir);
  const database = databaseFile(servers.dataDir);
  const isFile = statSync(database, { throwIfNoEntry: false })?.isFile() === true;
  const before = isFile && readFileSync(database);
  await expectRefused(servers.spawn(), says);
  expect(isFile && readFileSync(database)).toEqual(before);
});

async function expectRefused(server: ServerProcess, says: RegExp): Promise<void> {
  expect(await server.ended).toBe(1);
  expect(server.stderr).toMatch(says);
  expect(server.stderr.trim().split('\n')).toHaveLength(1);
  expect(server.stdout).toBe('');
}

test('a data folder that this user may not enter is one sentence and exit code 1', async () => {
  mkdirSync(servers.dataDir, { mode: 0o700 });
  if (plainUser === undefined) chmodSync(servers.dataDir, 0);
  else chownSync(servers.dataDir, 0, 0);
  await expectRefused(
    servers.spawn({ asPlainUser: true }),
    /data: permission denied\. Give this user read and write access/,
  );
  if (plainUser === undefined) chmodSync(servers.dataDir, 0o700);
});

test('a parent folder without write permission is one sentence and exit code 1', async () => {
  mkdirSync(servers.dataDir, { mode: 0o755 });
  if (plainUser === undefined) chmodSync(servers.dataDir, 0o500);
  await expectRefused(servers.spawn({ asPlainUser: true }, join(servers.dataDir, 'inner')), /inner: permission denied/);
});

const addresses: [name: string, args: string[], says: RegExp][] = [
  ['a port for administrators only', ['--port', '1'], /^benchtop: This user may not listen on port 1\. .*--port/],
  [
    'an address of another machine',
    ['--host', '192.0.2.1', '--allow-remote'],
    /^benchtop: This machine has no address 192\.0\.2\.1\. .*--host/,
  ],
  // Such names are refused without a DNS query.
  [
    'a host name that cannot be one',
    ['--host', 'no..name', '--allow-remote'],
    /^benchtop: The host name no\.\.name is not known\. .*--host/,
  ],
];
test.each(addresses)('%s is one sentence and exit code 1', async (_name, args, says) => {
  await expectRefused(servers.spawn({ args, asPlainUser: true }), says);
});
