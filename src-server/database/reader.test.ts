import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { minLogBytes } from './checkpoints.ts';
import { Reader, startDelayMs } from './reader.ts';
import { databaseFile, walFile } from './storage/files.ts';

type Known = { any: { echo(args: string): string; die(args: string): string } };

/** Answers as `serveQueries` does, and exits on request. */
const thread = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ id, name, args }) => (name === 'die' ? process.exit(1) : parentPort.postMessage({ id, result: args })));`;

test('a thread that dies fails its open queries, and its successor answers queries made meanwhile', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'benchtop-test-'));
  const file = join(dataDir, 'thread.mjs');
  writeFileSync(file, thread);
  const reader = new Reader<Known>(pathToFileURL(file), { dataDir }, () => undefined);
  const { any } = reader.queries;
  expect(await any.echo('first')).toBe('first');
  await expect(any.die('')).rejects.toThrow('the reading thread ended');
  expect(await Promise.all([any.echo('second'), any.echo('third')])).toEqual(['second', 'third']);
  await reader.close();
}, 60_000);

/** Takes a while to load, as a native module does. */
const slowThread = `import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
setTimeout(() => {
  writeFileSync(join(workerData.dataDir, 'loaded'), '');
  parentPort.postMessage('loaded');
}, 200);
parentPort.on('message', () => {});`;

test('a thread is not ended while it loads', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'benchtop-test-'));
  const file = join(dataDir, 'thread.mjs');
  writeFileSync(file, slowThread);
  const reader = new Reader<Known>(pathToFileURL(file), { dataDir }, () => undefined);
  const asked = expect(reader.queries.any.echo('while it loads')).rejects.toThrow('the reading thread ended');
  await reader.close();
  await asked;
  expect(existsSync(join(dataDir, 'loaded'))).toBe(true);
});

test('a thread starts when a page opens, or after a commit that makes the log long, unless it is closed before', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'benchtop-test-'));
  const file = join(dataDir, 'thread.mjs');
  const log = walFile(databaseFile(dataDir));
  writeFileSync(file, slowThread);
  writeFileSync(log, '');
  const hasLoaded = () => existsSync(join(dataDir, 'loaded'));
  const starts = async (cause: 'wake' | 'prepare', bytes: number, ms: number) => {
    truncateSync(log, bytes);
    const reader = new Reader<Known>(pathToFileURL(file), { dataDir }, () => undefined);
    reader[cause]();
    await vi.waitFor(() => expect(hasLoaded()).toBe(true), { timeout: ms }).catch(() => undefined);
    await reader.close();
    const has = hasLoaded();
    rmSync(join(dataDir, 'loaded'), { force: true });
    return has;
  };
  expect(await starts('wake', minLogBytes, 20_000)).toBe(true);
  expect(await starts('prepare', 0, 20_000)).toBe(true);
  expect(await starts('wake', minLogBytes - 1, startDelayMs + 600)).toBe(false);
  expect(await starts('wake', minLogBytes, 0)).toBe(false);
});

/** Writes the number of the thread, and answers with it. */
const numberedThread = `import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, threadId, workerData } from 'node:worker_threads';
writeFileSync(join(workerData.dataDir, 'number'), String(threadId));
parentPort.postMessage('loaded');
parentPort.on('message', ({ id, args }) => parentPort.postMessage({ id, result: threadId + args }));`;

test('an idle thread ends, and the next query starts another', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'benchtop-test-'));
  const file = join(dataDir, 'thread.mjs');
  writeFileSync(file, numberedThread);
  const reader = new Reader<Known>(pathToFileURL(file), { dataDir }, () => undefined, { commit: 50, question: 50 });
  const { any } = reader.queries;
  const first = await any.echo('');
  await vi.waitFor(async () => expect(await later(any)).not.toBe(first), { timeout: 20_000 });
  await reader.close();
});

test('a thread that was only started for the log ends soon after the last commit, and one that was asked does not', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'benchtop-test-'));
  const file = join(dataDir, 'thread.mjs');
  const log = walFile(databaseFile(dataDir));
  const number = join(dataDir, 'number');
  writeFileSync(file, numberedThread);
  writeFileSync(log, '');
  truncateSync(log, minLogBytes);
  const rest = { commit: 50, question: 600_000 };
  const reader = new Reader<Known>(pathToFileURL(file), { dataDir }, () => undefined, rest);
  reader.wake();
  const ofLog = await vi.waitUntil(() => existsSync(number) && readFileSync(number, 'utf8'), { timeout: 20_000 });
  const asked = await later(reader.queries.any);
  expect(asked).not.toBe(ofLog);
  expect(await later(reader.queries.any)).toBe(asked);
  await reader.close();
});

async function later(any: Reader<Known>['queries']['any']) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  return any.echo('');
}
