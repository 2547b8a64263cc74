import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pacedMs, timed } from './paced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The pause, at least 5 s, after an answer that took so long. */
async function pauseAfter(ms: number): Promise<number> {
  const client = new QueryClient();
  const queryKey = ['results'];
  const answer = () => new Promise<string>((resolve) => void setTimeout(resolve, ms, 'answer'));
  const asked = client.fetchQuery({ queryKey, queryFn: (context) => timed(context, answer) });
  await vi.advanceTimersByTimeAsync(ms);
  expect(await asked).toBe('answer');
  const query = client.getQueryCache().find({ queryKey });
  if (query === undefined) throw new Error('The query is gone');
  return pacedMs(query, 5_000);
}

describe('pacedMs', () => {
  test('is the least after a quick answer, and before any', async () => {
    expect(pacedMs({}, 5_000)).toBe(5_000);
    expect(await pauseAfter(40)).toBe(5_000);
  });

  test('grows with an answer that took long', async () => {
    expect(await pauseAfter(1_500)).toBe(12_000);
  });
});
