import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../figures/numbers.ts';
import { answerBench } from './child.ts';

/** The cost of the disk alone: appends 4 KiB at a time to a file in the folder, and waits for each. */
export type FsyncOptions = { folder: string; seconds: number };

await answerBench(({ folder, seconds }: FsyncOptions) => {
  const file = openSync(join(folder, 'fsync-alone'), 'w');
  const block = Buffer.alloc(4096, 1);
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const started = performance.now();
    writeSync(file, block);
    fdatasyncSync(file);
    times.push(performance.now() - started);
  }
  closeSync(file);
  return { p50: median(times) };
});
