import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { npm } from '../npm.ts';
import { orMissing } from './package.ts';

test('where npm cannot install ClickHouse, the first line in which it says why is told', async () => {
  const withoutLockFile = mkdtempSync(join(tmpdir(), 'benchtop-npm-'));
  expect(await orMissing(() => npm(withoutLockFile, 'ci'))).toEqual({
    missing: expect.stringMatching(/^npm error .*existing package-lock\.json/),
  });
});
