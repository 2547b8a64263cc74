import { type QueryFunctionContext, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { get, type RequestOptions } from './api.ts';

/** The pause after an answer, in times its duration: the server is busy with the query for at most an eighth of the time. */
const IDLE_FACTOR = 8;

/** Milliseconds that the last answer to each query took, and the shorter of its last two. */
const durations = new WeakMap<object, { last: number; shorter: number }>();

/** Runs a query, and remembers with it how long the answer took. */
export async function timed<Data>(
  { client, queryKey }: Pick<QueryFunctionContext, 'client' | 'queryKey'>,
  ask: () => Promise<Data>,
): Promise<Data> {
  const begin = performance.now();
  const data = await ask();
  const query = client.getQueryCache().find({ queryKey });
  if (query !== undefined) {
    const last = performance.now() - begin;
    durations.set(query, { last, shorter: Math.min(last, durations.get(query)?.last ?? 0) });
  }
  return data;
}

/**
 * Returns the milliseconds until a timed query is asked again: `leastMs`, and more the longer both of its last answers took.
 * One alone says little: the first may have waited for a page that loads or a server that starts.
 */
export function pacedMs(query: object, leastMs: number): number {
  return Math.max(leastMs, IDLE_FACTOR * (durations.get(query)?.shorter ?? 0));
}

type Paced<Answer> = {
  query?: RequestOptions['query'];
  /** What is read, for the words of a failure. */
  what: string;
  /** The least pause after an answer. */
  leastMs: (answer: Answer | undefined) => number;
};

/** Loads one answer of a GET that takes the server long, and asks again the less often the longer it takes. */
export function pacedQuery<Answer>(
  queryKey: QueryKey,
  path: string,
  schema: z.ZodType<Answer>,
  { query, what, leastMs }: Paced<Answer>,
) {
  return queryOptions({
    queryKey,
    queryFn: (context) => timed(context, () => get(path, schema, { query, signal: context.signal })),
    refetchInterval: (asked) => pacedMs(asked, leastMs(asked.state.data)),
    meta: { what },
  });
}
