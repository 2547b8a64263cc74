import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { storageCopy } from '../../database/storage/contract.ts';
import { databaseFile, resultsCacheFolder } from '../../database/storage/files.ts';
import { serverForAll } from '../../testing/server-hooks.ts';
import { called, did, inNovember, labNow, labOf } from './results-testing.ts';

const server = serverForAll({ clock: { now: () => labNow, uuid: () => crypto.randomUUID() } });
const lab = labOf(server);
const folder = () => resultsCacheFolder(server.dataDir);
const files = () => readdirSync(folder()).map((name) => join(folder(), name));

/** Enough that each variant's exposures, and the payments, fill chunks. */
const people = 9000;
let experiment: number;

/** Stores payments of people from one number to another. */
async function pay(from: number, to: number, more: object = {}): Promise<void> {
  const payment = (index: number) =>
    did('paid', `p${index}`, inNovember(13, index % 40), { amount: (index % 97) + 0.25, ...more });
  for (let first = from; first < to; first += 1000) {
    await lab.capture(Array.from({ length: Math.min(1000, to - first) }, (_, index) => payment(first + index)));
  }
}

beforeAll(async () => {
  const exclusions = { experiment_exclusions: { bots: true, properties: [] } };
  expect((await server.api('PATCH', '/api/projects/1/', exclusions)).status).toBe(200);
  for (let first = 0; first < people; first += 1000) {
    const batch = Array.from({ length: 1000 }, (_, index) => {
      const person = first + index;
      const exposure = called(`p${person}`, person % 2 === 0 ? 'control' : 'test', inNovember(12, person % 20));
      const $raw_user_agent = person % 50 === 0 ? 'HeadlessChrome' : 'Firefox';
      return { ...exposure, properties: { ...exposure.properties, $raw_user_agent } };
    });
    await lab.capture(batch);
  }
  await pay(0, people);
  const metric = (benchtop: object, properties: object[] = []) => ({
    insight: 'TRENDS',
    events: [{ id: 'paid', properties }],
    benchtop,
  });
  experiment = await lab.add({
    start_date: inNovember(11),
    filters: metric({ kind: 'mean_count' }),
    secondary_metrics: [
      { name: 'Amount', filters: metric({ kind: 'mean_property', property: 'amount' }) },
      { name: 'Large', filters: metric({ kind: 'mean_count' }, [{ key: 'amount', value: 50, operator: 'gt' }]) },
    ],
  });
}, 120_000);

async function removeRun(name: string): Promise<void> {
  expect((await server.api('DELETE', `/api/projects/1/test_runs/${name}/`)).status).toBe(204);
  await expect.poll(() => server.events(`test_run=${name}`), { timeout: 20_000 }).toEqual([]);
}

const ask = () => lab.secondary(experiment);

/** Asks after a start without any file, and returns what is asked then. */
async function askAnew() {
  await server.stop();
  rmSync(folder(), { recursive: true, force: true });
  await server.restart();
  return ask();
}

const written = () => files().map((file) => [file, statSync(file).mtimeMs]);

test('results are the same from files, from the database, and where no file can be written', async () => {
  const first = await ask();
  expect(first).toHaveLength(2);
  expect(first[0]).toMatchObject({ status: 'ready', exposure: { total: people - people / 50 } });
  const before = written();
  expect(before.length).toBeGreaterThan(5);
  await server.restart();
  expect(await ask()).toEqual(first);
  expect(written()).toEqual(before);
  expect(await askAnew()).toEqual(first);
  await server.stop();
  rmSync(folder(), { recursive: true });
  writeFileSync(folder(), '');
  await server.restart();
  expect(await ask()).toEqual(first);
  rmSync(folder());
}, 60_000);

test('new events are added to what the files have', async () => {
  await server.restart();
  await ask();
  await pay(0, 6000);
  const grown = await ask();
  await server.restart();
  expect(await ask()).toEqual(grown);
  expect(await askAnew()).toEqual(grown);
}, 60_000);

test('a file that was cut, garbled, emptied or swapped, or deleted while the server runs, changes no result', async () => {
  const whole = await ask();
  const other = readFileSync(files()[0] ?? '');
  const damages: ((file: string, bytes: Buffer) => void)[] = [
    (file, { length }) => truncateSync(file, Math.max(0, length - 100)),
    (file) => truncateSync(file, 0),
    (file, bytes) =>
      writeFileSync(
        file,
        bytes.map((byte, index) => (index % 50_000 === 20_000 ? byte ^ 1 : byte)),
      ),
    (file) => writeFileSync(file, other),
    (file) => rmSync(file),
  ];
  for (let turn = 0; turn <= damages.length; turn++) {
    for (const [index, file] of files().entries()) damages[(index + turn) % damages.length]?.(file, readFileSync(file));
    if (turn % 2 === 0) await server.restart();
    expect(await ask()).toEqual(whole);
  }
  await server.restart();
  expect(await ask()).toEqual(whole);
}, 120_000);

test('files that were removed because many were damaged at once are written again', async () => {
  const whole = await ask();
  const before = files();
  for (const file of before) {
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(1000) ^ 1, 1000);
    writeFileSync(file, bytes);
  }
  expect(await ask()).toEqual(whole);
  await pay(0, 1);
  await ask();
  expect(files()).toEqual(before);
}, 60_000);

test.skipIf(process.platform === 'win32')(
  'a pipe in the place of a file is not waited for',
  async () => {
    const whole = await ask();
    for (const file of files()) {
      rmSync(file);
      execFileSync('mkfifo', [file]);
    }
    expect(await ask()).toEqual(whole);
    await server.restart();
    expect(await ask()).toEqual(whole);
    expect(files().filter((file) => !statSync(file).isFile())).toEqual([]);
  },
  60_000,
);

test('events of a deleted test run leave the results, also after a start', async () => {
  await pay(0, 4500, { $benchtop_test_run: 'nightly' });
  await pay(4500, 9000);
  const during = await ask();
  await server.restart();
  expect(await ask()).toEqual(during);
  await removeRun('nightly');
  const after = await ask();
  expect(after).not.toEqual(during);
  expect(await askAnew()).toEqual(after);
}, 60_000);

test('after another test run of as many events is deleted from an older file in its place, nothing of the first is left', async () => {
  await pay(0, 4500, { $benchtop_test_run: 'one', amount: 1000 });
  await pay(4500, 9000, { $benchtop_test_run: 'other' });
  await pay(0, 9000);
  // Both files have lost newer events than those of the two runs.
  await pay(0, 1, { $benchtop_test_run: 'newest' });
  await removeRun('newest');
  await server.stop();
  const file = databaseFile(server.dataDir);
  const older = readFileSync(file);
  await server.restart();
  await removeRun('one');
  await ask();
  await server.stop();
  writeFileSync(file, older);
  await server.restart();
  await removeRun('other');
  const after = await ask();
  expect(await askAnew()).toEqual(after);
}, 60_000);

test('on a restored copy, or an older file in its place, other events have the ids of those in the files', async () => {
  const copy = storageCopy.parse((await server.api('POST', '/api/storage/copies/')).body).name;
  const before = await ask();
  await pay(0, 4500);
  const grown = await ask();
  const kept = files().map((file) => [file, readFileSync(file)] as const);
  expect((await server.api('POST', '/api/storage/restore/', { copy })).status).toBe(200);
  expect(await ask()).toEqual(before);
  await server.stop();
  for (const [file, bytes] of kept) writeFileSync(file, bytes);
  await server.restart();
  expect(await ask()).toEqual(before);
  await pay(4000, 8800);
  const other = await ask();
  expect(other).not.toEqual(grown);
  await server.stop();
  for (const [file, bytes] of kept) writeFileSync(file, bytes);
  await server.restart();
  expect(await ask()).toEqual(other);
  expect(await askAnew()).toEqual(other);
}, 60_000);
