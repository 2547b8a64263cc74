import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { Reader } from './reader.ts';

type Known = { any: { echo(args: string): string; die(args: string): string } };

/** Answers as `serveQueries` does, and dies when it is asked to. */
const thread = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ id, name, args }) => (name === 'die' ? process.exit(1) : parentPort.postMessage({ id, result: args })));`;

test('a thread that dies fails what it was asked, and its successor answers what was asked meanwhile', async () => {
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
