import type { QueryFunctionContext } from '@tanstack/react-query';

/** An answer that takes the server long is asked for so seldom that it is busy with it for an eighth of the time. */
const RESTS = 8;

const durations = new WeakMap<object, number>();

/** Asks, and remembers with the query how long the answer took. */
export async function timed<Data>(
  { client, queryKey }: Pick<QueryFunctionContext, 'client' | 'queryKey'>,
  ask: () => Promise<Data>,
): Promise<Data> {
  const begin = performance.now();
  const data = await ask();
  const query = client.getQueryCache().find({ queryKey });
  if (query !== undefined) durations.set(query, performance.now() - begin);
  return data;
}

/** Milliseconds until a timed query is asked again: `leastMs`, and more the longer its last answer took. */
export function pacedMs(query: object, leastMs: number): number {
  return Math.max(leastMs, RESTS * (durations.get(query) ?? 0));
}
