import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { get, type RequestOptions } from './api.ts';

type Options = {
  query?: RequestOptions['query'];
  /** What is read, for the words of a failure. */
  what: string;
  /** Milliseconds between refreshes; default: none. */
  refreshEvery?: number;
};

/** Loads one answer of a GET, as the server has it. */
export function readQuery<Answer>(
  queryKey: QueryKey,
  path: string,
  schema: z.ZodType<Answer>,
  { query, what, refreshEvery }: Options,
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => get(path, schema, { query, signal }),
    refetchInterval: refreshEvery ?? false,
    meta: { what },
  });
}
