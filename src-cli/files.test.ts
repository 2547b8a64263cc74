import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from './testing/command.ts';

// On Windows the file would fill the disk.
test.skipIf(process.platform === 'win32')('a file of over 2 GiB is called too large', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'benchtop-large-')), 'large.har');
  writeFileSync(file, '');
  truncateSync(file, 3 * 1024 ** 3);
  const { code, err } = await runCommand(['replay', file]);
  expect([code, err]).toEqual([2, `benchtop: The file ${file} cannot be read: it is too large.\n`]);
});
