import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { List } from '#server/core/contract.ts';
import { get, post } from './api.ts';
import { pacedMs, timed } from './paced.ts';

/** Loads the few things that the command palette suggests for a search. */
export function foundQuery<Item>(queryKey: QueryKey, path: string, schema: z.ZodType<List<Item>>, search: string) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => get(path, schema, { query: { search, limit: 6 }, signal }),
    select: (list) => list.results,
    placeholderData: keepPreviousData,
  });
}

type Asked = {
  /** The body of the request, or null for none. */
  question: unknown;
  /** What is asked for, for the words of a failure. */
  what: string;
  /** The least milliseconds until it is asked again, more the longer an answer takes; default: it is not. */
  refreshEvery?: number;
};

/**
 * Loads the answer to a question that has a body of its own. Sends nothing while `question` is null; keeps the previous answer
 * until the next one. Debounce a question that is typed.
 */
export function questionQuery<Answer>(
  queryKey: QueryKey,
  path: string,
  schema: z.ZodType<Answer>,
  { question, what, refreshEvery }: Asked,
) {
  return queryOptions({
    queryKey,
    queryFn: (context) => timed(context, () => post(path, question, schema, { signal: context.signal })),
    enabled: question !== null,
    refetchInterval: (query) => refreshEvery !== undefined && pacedMs(query, refreshEvery),
    placeholderData: keepPreviousData,
    meta: { what },
  });
}
