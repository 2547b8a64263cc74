import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedEnv } from './vitest-run.ts';

test('properties of a run get the same cases again', () => {
  const [first, again] = [fc.sample(fc.double(), 20), fc.sample(fc.double(), 20)];
  expect(again).toEqual(first);
  expect(first).toEqual(fc.sample(fc.double(), { numRuns: 20, seed: Number(process.env[seedEnv]) }));
});
