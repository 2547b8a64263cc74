import { z } from 'zod';

/** The one body of every error answer of the server; `attr` names the field at fault, nested with `__`. */
export const errorBody = z.object({
  type: z.enum([
    'validation_error',
    'authentication_error',
    'permission_error',
    'invalid_request',
    'client_error',
    'server_error',
  ]),
  code: z.string(),
  detail: z.string(),
  attr: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** ISO 8601 date-time in UTC with `Z` and milliseconds, as every date of an answer is written. */
export const dateTime = z.iso.datetime();

/** The list shape of the management API; `next` and `previous` are absolute URLs. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    count: z.int().nonnegative(),
    next: z.url().nullable(),
    previous: z.url().nullable(),
    results: z.array(item),
  });
}

export type List<Item> = { count: number; next: string | null; previous: string | null; results: Item[] };

/**
 * On a row of a list whose properties are too large to be listed whole: `size` in characters of JSON, `values` the size of each
 * value that is cut to a text, by key, `omitted` how many keys are left out. The row's own address answers with everything.
 */
export const truncation = z.object({
  size: z.int(),
  values: z.record(z.string(), z.int()),
  omitted: z.int(),
});

/** Free-form JSON object, as sent. */
export const jsonObject = z.record(z.string(), z.unknown());
export type JsonObject = Record<string, unknown>;
