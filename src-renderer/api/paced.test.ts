import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pacedMs, timed } from './paced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns the pause, at least 5 s, after answers to one query that took so long. */
async function pauseAfter(...durations: number[]): Promise<number> {
  const client = new QueryClient();
  const queryKey = ['results'];
  for (const ms of durations) {
    const answer = () => new Promise<string>((resolve) => void setTimeout(resolve, ms, 'answer'));
    const asked = client.fetchQuery({ queryKey, queryFn: (context) => timed(context, answer) });
    await vi.advanceTimersByTimeAsync(ms);
    expect(await asked).toBe('answer');
  }
  const query = client.getQueryCache().find({ queryKey });
  if (query === undefined) throw new Error('The query is gone');
  return pacedMs(query, 5_000);
}

test.each([
  ['quick answers', [40, 40], 5_000],
  ['a first answer that waited for the page to load', [2_500], 5_000],
  ['one slow answer among quick ones', [2_500, 40, 2_500], 5_000],
  ['slow answers: the shorter of the last two counts', [40, 1_500, 2_500], 12_000],
])('the pause after %s', async (_name, durations, pause) => {
  expect(await pauseAfter(...durations)).toBe(pause);
});

test('a query without an answer yet has the least pause', () => {
  expect(pacedMs({}, 5_000)).toBe(5_000);
});
