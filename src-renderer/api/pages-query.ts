import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query';
import type { z } from 'zod';
import { get, pathOf, type RequestOptions } from './api.ts';
import { REFRESH_MS } from './read-query.ts';

const pageSize = 100;

type Options = {
  query?: RequestOptions['query'];
  /** What is listed, for the words of a failure. */
  what: string;
  /** Whether what was shown for another question stays until this one is answered. */
  keepsPrevious?: boolean;
  refreshEvery?: number;
};

type Page<Row> = { next: string | null; results: Row[]; count?: number };

/** The loaded rows; `total` counts all, where the server does. */
export type LoadedRows<Row> = { rows: Row[]; total: number | undefined };

/** Loads a list page by page along `next`, and keeps one page up to date; several would all be loaded again. */
export function pagesQuery<Row>(
  queryKey: QueryKey,
  path: string,
  schema: z.ZodType<Page<Row>>,
  { query, what, keepsPrevious = false, refreshEvery = REFRESH_MS }: Options,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      pageParam === null
        ? get(path, schema, { query: { ...query, limit: pageSize }, signal })
        : get(pageParam, schema, { signal }),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) === 1 ? refreshEvery : false),
    select: joinPages<Row>,
    meta: { what },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.next === null ? undefined : pathOf(page.next)),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

// Outside of the query: React Query runs another function again at each render.
const joinPages = <Row>({ pages }: { pages: Page<Row>[] }): LoadedRows<Row> => ({
  rows: pages.flatMap(({ results }) => results),
  total: pages[0]?.count,
});
