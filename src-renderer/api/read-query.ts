import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { get, type RequestOptions } from './api.ts';

/** Milliseconds between refreshes of what events, apps, the API or other windows change. */
export const REFRESH_MS = 5_000;

type Options = {
  query?: RequestOptions['query'];
  /** What is read, for the words of a failure. */
  what: string;
  /** Milliseconds between refreshes; default: none. */
  refreshEvery?: number;
  /** Whether the answer to another question stays until this one is answered. */
  keepsPrevious?: boolean;
};

/** Loads one answer of a GET, as the server has it. */
export function readQuery<Answer>(
  queryKey: QueryKey,
  path: string,
  schema: z.ZodType<Answer>,
  { query, what, refreshEvery, keepsPrevious = false }: Options,
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => get(path, schema, { query, signal }),
    refetchInterval: refreshEvery ?? false,
    meta: { what },
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Loads the results of a list that is read at once. */
export function listQuery<Item>(
  queryKey: QueryKey,
  path: string,
  schema: z.ZodType<{ results: Item[] }>,
  options: Options,
) {
  return queryOptions({ ...readQuery(queryKey, path, schema, options), select: ({ results }) => results });
}
