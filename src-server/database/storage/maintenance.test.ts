import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Maintenance } from './maintenance.ts';

test('a check that failed to run is not reported as running', async () => {
  const reported: unknown[] = [];
  const failure = new Error('the thread ended before its work');
  const maintenance = new Maintenance({
    dataDir: mkdtempSync(join(tmpdir(), 'benchtop-test-')),
    now: Date.now,
    log: { report: (error) => reported.push(error) },
    say: () => {},
    copyDaily: () => Promise.resolve(),
    checkPages: () => Promise.reject(failure),
    damaged: () => {},
  });
  await maintenance.run(() => true);
  expect(reported).toEqual([failure]);
  expect(maintenance.check).toEqual({ state: 'not_run', checked_at: null });
});
