import { closeSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type StorageReport, storageReport } from '../../database/storage/contract.ts';
import { copiesFolder, databaseFile } from '../../database/storage/files.ts';
import { createServerProcesses, type ServerProcess } from '../../testing/process.ts';

const hour = 3_600_000;
const jumpingClock = join(import.meta.dirname, '../../../scripts/torture/jumping-clock.ts');
const preloadFullDisk = join(import.meta.dirname, '../../testing/full-disk.ts');

let servers: ReturnType<typeof createServerProcesses>;
let server: ServerProcess;
/** Milliseconds that the server's clocks are ahead. */
let ahead: number;
let clockFile: string;
/** The disk is full while this file exists. */
let fullDisk: string;
beforeEach(async () => {
  servers = createServerProcesses('days');
  clockFile = join(servers.dataDir, '../clock');
  ahead = 0;
  pass(0);
  fullDisk = join(servers.dataDir, '../full');
  const env = {
    NODE_OPTIONS: `--import ${jumpingClock} --import ${preloadFullDisk}`,
    BENCHTOP_TORTURE_CLOCK: clockFile,
    BENCHTOP_TEST_FULL_DISK: fullDisk,
  };
  server = await servers.spawn({ env }).listening();
});
afterEach(() => servers.close());

/** Moves the clock of the running server ahead. */
function pass(ms: number): void {
  ahead += ms;
  writeFileSync(clockFile, `${ahead} ${ahead}`);
}

async function send(events: number): Promise<void> {
  const batch = Array.from({ length: events }, (_value, index) => ({ event: `e${index}`, distinct_id: `p${index}` }));
  expect(await server.capture({ batch })).toBe(200);
}

const report = async (): Promise<StorageReport> => storageReport.parse((await server.api('GET', '/api/storage/')).body);
const until = (seen: (found: StorageReport) => void) =>
  vi.waitFor(async () => seen(await report()), { timeout: 60_000, interval: 100 });
const isToday = (time: string | null) => Math.abs(Date.now() + ahead - Date.parse(time ?? '')) < hour;
const isChecked = ({ check }: StorageReport) => {
  expect(check.state).toBe('ok');
  expect(isToday(check.checked_at)).toBe(true);
};

/** Overwrites leaf pages in the middle of the table of events, in the database file of the running server. */
function damagePages(): void {
  const file = databaseFile(servers.dataDir);
  const reader = new Database(file);
  // The content of the log hides the pages of the file.
  expect(reader.pragma('wal_checkpoint(TRUNCATE)')).toEqual([{ busy: 0, log: 0, checkpointed: 0 }]);
  const pages = reader
    .prepare<[], number>(`SELECT pageno FROM dbstat WHERE name = 'events' AND pagetype = 'leaf' ORDER BY path`)
    .pluck()
    .all();
  reader.close();
  expect(pages.length).toBeGreaterThan(8);
  const opened = openSync(file, 'r+');
  for (const page of pages.slice(3, 6)) writeSync(opened, Buffer.alloc(8192, 7), 0, 8192, (page - 1) * 8192);
  closeSync(opened);
}

test('a server that keeps running copies and checks its database each day, and keeps the last two copies', async () => {
  for (let day = 1; day <= 4; day++) {
    await send(day);
    pass(25 * hour);
    await until((found) => {
      expect(found.copies[0]).toMatchObject({ reason: 'daily', events: (day * (day + 1)) / 2 });
      expect(isToday(found.copies[0]?.made_at ?? '')).toBe(true);
      isChecked(found);
    });
  }
  const { copies } = await report();
  expect(copies).toMatchObject([{ events: 10 }, { events: 6 }]);
  expect(readdirSync(copiesFolder(servers.dataDir)).toSorted()).toEqual(copies.map(({ name }) => name).toSorted());
  for (const { name } of copies) {
    const file = join(copiesFolder(servers.dataDir), name);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const copy = new Database(file, { readonly: true });
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    copy.close();
  }
}, 180_000);

test('a disk without room for the daily copy is a warning until there is room again, reported once each', async () => {
  await send(3);
  writeFileSync(fullDisk, '');
  const warning = 'No daily copy is made. The disk has no room for a copy of the database';
  for (const day of [1, 2]) {
    pass(25 * hour);
    await until((found) => {
      isChecked(found);
      expect(found.warnings, `day ${day}`).toEqual([expect.stringContaining(warning)]);
    });
  }
  expect((await report()).copies).toEqual([]);
  expect((await server.api('POST', '/api/storage/copies/')).status).toBe(503);
  rmSync(fullDisk);
  pass(25 * hour);
  await until(({ copies, warnings }) => {
    expect(copies).toMatchObject([{ reason: 'daily', events: 3 }]);
    expect(warnings).toEqual([]);
  });
  const said = (text: string) => `${server.stdout}${server.stderr}`.split(text).length - 1;
  expect(said(warning)).toBe(1);
  expect(said('Daily copies of the database are made again.')).toBe(1);
}, 180_000);

test.each([
  ['with a copy of the same day', true],
  ['when a copy is due as well', false],
])(
  'damage done while the server runs is found by the daily check, %s',
  async (_case, hasCopy) => {
    await send(3000);
    pass(25 * hour);
    await until((found) => {
      isChecked(found);
      expect(found.copies).toHaveLength(1);
    });
    pass(12 * hour);
    if (hasCopy) expect((await server.api('POST', '/api/storage/copies/')).status).toBe(201);
    const { copies } = await report();
    damagePages();
    pass(13 * hour);
    await until(({ finding, check }) => {
      expect(check.state).toBe('damaged');
      expect(finding).toMatchObject({ kind: 'damaged', detail: expect.stringContaining('Pages of the database') });
    });
    expect((await report()).copies).toEqual(copies);
  },
  180_000,
);
