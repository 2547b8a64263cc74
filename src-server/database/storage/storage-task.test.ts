import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { StorageTasks } from './storage-task.ts';

/** Takes a while to load, as a native module does, and does not end by itself. */
const thread = `import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
setTimeout(() => {
  writeFileSync(join(workerData.dataDir, 'loaded'), '');
  parentPort.postMessage('loaded');
}, 200);
setInterval(() => {}, 1000);`;

test('the thread of a task is not ended until it has loaded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'benchtop-test-'));
  const file = join(folder, 'thread.mjs');
  writeFileSync(file, thread);
  const tasks = new StorageTasks(pathToFileURL(file));
  const check = expect(tasks.check(folder)).rejects.toThrow('the thread ended before its work');
  await new Promise((resolve) => setImmediate(resolve));
  await tasks.close();
  await check;
  expect(existsSync(join(folder, 'loaded'))).toBe(true);
});
