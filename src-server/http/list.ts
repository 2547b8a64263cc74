import type { Request } from 'express';
import { z } from 'zod';
import type { List } from '../core/contract.ts';
import type { Page } from '../core/page.ts';
import { validationError } from './error.ts';

const count = z.string().regex(/^\d{1,15}$/);

/** `limit` (default 100, clamped to 1000) and `offset` of a list request. */
export function pageOf(request: Request): Page {
  return { limit: Math.min(wholeNumber(request, 'limit', 100), 1000), offset: wholeNumber(request, 'offset', 0) };
}

export function wholeNumber(request: Request, key: string, fallback: number): number {
  const value = request.query[key];
  if (value === undefined || value === '') return fallback;
  if (!count.safeParse(value).success) throw validationError('invalid_input', 'A whole number is required.', key);
  return Number(value);
}

/**
 * The list shape of document 4: absolute links to the neighbouring pages, other query parameters kept. `taken` is how many rows
 * make the page, where it ended before its limit.
 */
export function listAnswer<Item>(
  request: Request,
  page: Page,
  total: number,
  results: Item[],
  taken = page.limit,
): List<Item> {
  const { limit, offset } = page;
  return {
    count: total,
    next: taken > 0 && offset + taken < total ? pageLink(request, { limit, offset: offset + taken }) : null,
    previous: offset > 0 ? pageLink(request, { limit, offset: Math.max(0, offset - limit) }) : null,
    results,
  };
}

/** This request's absolute URL with some query parameters replaced. */
export function pageLink(request: Request, query: Record<string, string | number>): string {
  const url = new URL(request.originalUrl, `${request.protocol}://${request.get('host') ?? 'localhost'}`);
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value));
  return url.href;
}
