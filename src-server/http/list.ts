import type { Request } from 'express';
import { z } from 'zod';
import { type List, maxPage, wholeNumber, wholeNumberWithin } from '../core/contract.ts';
import type { Page } from '../core/page.ts';

export const pageQuery = z.object({
  limit: wholeNumberWithin(0, maxPage, 100),
  offset: wholeNumber.default(0).meta({ default: 0 }),
});

/** A page of a list: `total` items in all; `taken` is set when the page ended before its limit. */
export type ListingOf<Answer> = Omit<Answer, 'count' | 'next' | 'previous'> & { total: number; taken?: number };

/** Builds a list with absolute links to the neighboring pages, which keep other query parameters. */
export function listAnswer(
  request: Request,
  { limit, offset }: Page,
  listing: ListingOf<List<unknown>>,
): List<unknown> {
  const { total, taken = limit, results, ...more } = listing;
  return {
    ...more,
    count: total,
    next: taken > 0 && offset + taken < total ? pageLink(request, { limit, offset: offset + taken }) : null,
    previous: offset > 0 && limit > 0 ? pageLink(request, { limit, offset: Math.max(0, offset - limit) }) : null,
    results,
  };
}

/** Returns this request's absolute URL with some query parameters replaced, or removed by null. */
export function pageLink(request: Request, query: Record<string, string | number | null>): string {
  const url = new URL(request.originalUrl, originOf(request));
  for (const [key, value] of Object.entries(query)) {
    if (value === null) url.searchParams.delete(key);
    else url.searchParams.set(key, String(value));
  }
  return url.href;
}

/** Returns the origin at which the client reached this server. */
export const originOf = (request: Request) => `${request.protocol}://${request.get('host') ?? 'localhost'}`;
