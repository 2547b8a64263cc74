import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseFile } from '../../database/storage/files.ts';
import { createServerProcesses, plainUser, type ServerProcess } from '../../testing/process.ts';
import { expectStoring } from '../../testing/storing.ts';

/** Runs a program of the system; throws when it fails. */
const system = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' });

let servers: ReturnType<typeof createServerProcesses>;
let mounted: string | undefined;
beforeEach(() => {
  servers = createServerProcesses('read-only');
});
afterEach(async () => {
  if (plainUser === undefined && existsSync(servers.dataDir)) chmodSync(servers.dataDir, 0o700);
  await servers.close(() => mounted !== undefined && system('umount', mounted));
  mounted = undefined;
});

/** Fills the data folder; after a kill, a part of it is only in the write-ahead log, and not counted yet. */
async function fill(events: number): Promise<void> {
  const server = await servers.spawn({ asPlainUser: true }).listening();
  expect(await server.api('POST', '/api/projects/1/actions/', { name: 'All', steps: [{}] })).toMatchObject({
    status: 201,
  });
  const batch = Array.from({ length: events }, (_value, index) => ({ event: `e${index}`, distinct_id: 'ann' }));
  expect(await server.capture({ batch })).toBe(200);
  await server.end('SIGKILL');
}

/** Expects a server that shows stored events, says why it stores none, and refuses every write. */
async function expectReading(server: ServerProcess, events: number, why: RegExp): Promise<void> {
  expect(server.stdout.split('\n')[0]).toMatch(/^Warning: Benchtop only reads; nothing can be stored\./);
  expect(server.stdout.split('\n')[0]).toMatch(why);
  expect(await server.events()).toHaveLength(events);
  expect((await server.status()).storage).toMatchObject({ state: 'read_only', error: expect.stringMatching(why) });
  const sent = JSON.stringify({ api_key: 'phc_processTestKey', event: 'x', distinct_id: 'y' });
  const refused = await fetch(`${server.url}/capture/`, { method: 'POST', body: sent });
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ type: 'server_error', code: 'storage_unavailable' });
  const management = await server.api('POST', '/api/projects/', { name: 'Second' });
  expect(management).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } });
  expect(await server.events()).toHaveLength(events);
  const counted = await server.api('GET', '/api/projects/1/actions/1/count/');
  expect(counted).toMatchObject({ status: 200, body: { count: events } });
  for (const list of ['events', 'violations'])
    expect(await server.api('GET', `/api/projects/1/tracking_plan/${list}/`)).toMatchObject({ status: 200 });
}

test('a read-only folder is served for reading, and fully used once it can be written', async () => {
  await fill(30);
  const names = readdirSync(servers.dataDir);
  setMode(0o500);
  const server = await servers.spawn({ asPlainUser: true }).listening();
  await expectReading(server, 30, /permission denied/);
  expect(readdirSync(servers.dataDir)).toEqual(names);

  setMode(0o700);
  await expectStoring(server);
  expect(await server.capture({ event: 'again', distinct_id: 'ann' })).toBe(200);
  await expectStoring(server);
  expect(await server.events()).toHaveLength(31);
  await vi.waitFor(() => expect(server.stdout).toMatch(/^Events are stored in the database again\.$/m), {
    timeout: 90_000,
  });
  expect(server.stdout.match(/^Warning/gm)).toHaveLength(1);
  expect(server.stderr).toBe('');
  const second = servers.spawn({ asPlainUser: true });
  expect(await second.ended).toBe(1);
  expect(second.stderr).toContain('is running at');
}, 120_000);

test('a copy that a killed server read from is removed at the next start', async () => {
  await fill(3);
  const temporary = join(servers.dataDir, '..', 'temporary');
  mkdirSync(temporary);
  if (plainUser !== undefined) chownSync(temporary, plainUser, plainUser);
  const options = { asPlainUser: true, env: { TMPDIR: temporary } };
  setMode(0o500);
  const killed = await servers.spawn(options).listening();
  const [left = ''] = readdirSync(temporary);
  expect(left).toMatch(new RegExp(`^benchtop-read-only-${killed.child.pid}-`));
  await killed.end('SIGKILL');
  expect(readdirSync(temporary)).toEqual([left]);

  const reading = await servers.spawn(options).listening();
  expect(readdirSync(temporary)).toEqual([expect.stringContaining(`-${reading.child.pid}-`)]);
  // A copy in use stays.
  await servers.spawn(options, join(temporary, 'other')).listening();
  expect(readdirSync(temporary)).toEqual([expect.stringContaining(`-${reading.child.pid}-`), 'other']);
}, 120_000);

function setMode(mode: number): void {
  chmodSync(servers.dataDir, mode);
}

/** Mounts a disk of its own for the data folder; returns whether this user may. */
function mountSmallDisk(): boolean {
  mkdirSync(servers.dataDir);
  try {
    system('mount', '-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', servers.dataDir);
  } catch {
    rmSync(servers.dataDir, { recursive: true });
    return false;
  }
  mounted = servers.dataDir;
  if (plainUser !== undefined) chownSync(servers.dataDir, plainUser, plainUser);
  setMode(0o700);
  return true;
}

function fillDisk(): void {
  try {
    writeFileSync(join(servers.dataDir, 'ballast'), Buffer.alloc(16 * 1024 * 1024));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
}

test('on a full disk it is served for reading; without mount rights, a file size limit is one sentence', async () => {
  const hasDisk = mountSmallDisk();
  await fill(20);
  if (!hasDisk) {
    const limited = servers.spawn({ fileSizeLimit: 8 });
    expect(await limited.ended).toBe(1);
    expect(limited.stderr).toMatch(/^benchtop: The disk of \S+ is full\. Free some space/);
    return;
  }
  fillDisk();
  const server = await servers.spawn({ asPlainUser: true }).listening();
  await expectReading(server, 20, /disk .*is full/);
  rmSync(join(servers.dataDir, 'ballast'));
  await expectStoring(server);
  expect(await server.capture({ event: 'again', distinct_id: 'ann' })).toBe(200);
}, 120_000);

test('a read-only disk is served for reading; without mount rights, a read-only database file is', async () => {
  const hasDisk = mountSmallDisk();
  await fill(20);
  if (hasDisk) system('mount', '-o', 'remount,ro', servers.dataDir);
  else chmodSync(databaseFile(servers.dataDir), 0o400);
  const server = await servers.spawn({ asPlainUser: true }).listening();
  await expectReading(server, 20, /is read-only/);
}, 120_000);

test('a file size limit is one sentence and exit code 1', async () => {
  const server = servers.spawn({ fileSizeLimit: 8 });
  expect(await server.ended).toBe(1);
  expect(server.stderr).toMatch(/^benchtop: The disk of \S+ is full\. Free some space.*\n$/);
});

test('an empty folder that cannot be written is one sentence and exit code 1', async () => {
  mkdirSync(servers.dataDir);
  if (plainUser !== undefined) chownSync(servers.dataDir, plainUser, plainUser);
  setMode(0o500);
  const server = servers.spawn({ asPlainUser: true });
  expect(await server.ended).toBe(1);
  expect(server.stderr).toMatch(/^benchtop: Benchtop may not use \S+: permission denied\..*\n$/);
});
