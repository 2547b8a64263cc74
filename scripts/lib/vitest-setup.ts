import { afterEach, expect } from 'vitest';
import { outsideAttempts } from './loopback-only.ts';

afterEach(() => {
  expect(outsideAttempts.splice(0), 'the test tried to leave this machine').toEqual([]);
});
