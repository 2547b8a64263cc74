import fc from 'fast-check';
import { afterEach, expect } from 'vitest';
import { outsideAttempts } from './loopback-only.ts';
import { seedEnv } from './vitest-run.ts';

fc.configureGlobal({ seed: Number(process.env[seedEnv]) });

afterEach(() => {
  expect(outsideAttempts.splice(0), 'the test tried to leave this machine').toEqual([]);
});
