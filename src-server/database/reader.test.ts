import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { Reader } from './reader.ts';

type Known = { any: { echo(args: string): string; die(args: string): string } };

/** Answers as `serveQueries` does, and exits on request. */
const thread = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ id, name, args }) => (name === 'die' ? process.exit(1) : parentPort.postMessage({ id, result: args })));`;

test('a thread that dies fails its open queries, and its successor answers those asked meanwhile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'benchtop-test-'));
  const file = join(folder, 'thread.mjs');
  writeFileSync(file, thread);
  const reader = new Reader<Known>(pathToFileURL(file), folder, () => undefined);
  const { any } = reader.queries;
  expect(await any.echo('first')).toBe('first');
  await expect(any.die('')).rejects.toThrow('the reading thread ended');
  expect(await Promise.all([any.echo('second'), any.echo('third')])).toEqual(['second', 'third']);
  await reader.close();
  rmSync(folder, { recursive: true });
}, 60_000);

/** Takes a while to load, as a native module does. */
const slowThread = `import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
setTimeout(() => {
  writeFileSync(join(workerData, 'loaded'), '');
  parentPort.postMessage('loaded');
}, 200);
parentPort.on('message', () => {});`;

test('a thread is not ended while it loads', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'benchtop-test-'));
  const file = join(folder, 'thread.mjs');
  writeFileSync(file, slowThread);
  await new Reader<Known>(pathToFileURL(file), folder, () => undefined).close();
  expect(existsSync(join(folder, 'loaded'))).toBe(true);
  rmSync(folder, { recursive: true });
});
