import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Hold } from '../core/byte-budget.ts';
import { requestMemory as limits } from '../core/limits-contract.ts';
import { RequestMemory } from './request-memory.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const mib = 1024 * 1024;
const overloaded = { status: 503, body: { code: 'overloaded' } };
const kinds = [
  ['small bodies', 'body', limits.smallBody, 64 * mib],
  ['large bodies', 'body', 20 * mib, 96 * mib],
  ['small texts', 'text', limits.smallBody, 32 * mib],
  ['large texts', 'text', 20 * mib, 96 * mib],
] as const;

test.each(kinds)('%s stay within their budget and do not use the other budgets', async (_name, kind, bytes, budget) => {
  const memory = new RequestMemory();
  const holds: Hold[] = [];
  const ask = async () => holds.push(await memory[kind](bytes));
  const fit = Math.floor(budget / bytes);
  const asked = Array.from({ length: fit + limits.maxWaiting }, ask);
  await Promise.all(asked.slice(0, fit));
  expect(holds).toHaveLength(fit);
  // The queue is full: one more is refused at once.
  await expect(memory[kind](bytes)).rejects.toMatchObject(overloaded);
  for (const [, other, size] of kinds) {
    if (other !== kind || size > limits.smallBody !== bytes > limits.smallBody) (await memory[other](size)).release();
  }
  holds[0]?.release();
  await asked[fit];
  expect(holds).toHaveLength(fit + 1);
  // Waiting requests fail after the timeout.
  const refusals = Promise.allSettled(asked.slice(fit + 1));
  await vi.advanceTimersByTimeAsync(20_000);
  for (const refusal of await refusals) expect(refusal).toMatchObject({ status: 'rejected', reason: overloaded });
});

test('the budget of parsed JSON is waited for without a timeout', async () => {
  const { parsed } = new RequestMemory();
  const first = parsed.take(4 * mib);
  expect(parsed.take(1)).toBeUndefined();
  const second = parsed.acquire(1);
  await vi.advanceTimersByTimeAsync(3_600_000);
  first?.release();
  expect(await second).toBeDefined();
});
