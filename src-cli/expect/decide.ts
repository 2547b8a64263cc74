import type { z } from 'zod';
import { maxWaitSeconds } from '#server/events/filters/filter-contract.ts';
import { type Check, check as checkAnswer, type expectationInput } from '#server/expectations/contract.ts';
import type { Server } from '../server.ts';

/** Polls until all are decided, or the time is up: one request waits for a part of it at most. Null: the stored expectations. */
export async function decidedWithin(
  { ask, path }: Server,
  testRun: string,
  expectations: z.input<typeof expectationInput>[] | null,
  seconds: number,
): Promise<Check> {
  const end = performance.now() + seconds * 1000;
  const body = expectations === null ? undefined : { expectations };
  for (;;) {
    const askedAt = performance.now();
    const wait = Math.min(maxWaitSeconds, Math.ceil(Math.max(0, end - askedAt) / 1000));
    const url = `${path}test_runs/${encodeURIComponent(testRun)}/check/?wait=${wait}`;
    const answer = await ask(body === undefined ? 'GET' : 'POST', url, checkAnswer, body);
    const now = performance.now();
    // An answer before the deadline is final.
    if (now - askedAt < wait * 1000 || now >= end) return answer;
  }
}
