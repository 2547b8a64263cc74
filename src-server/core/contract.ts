import { z } from 'zod';
import { parseTime } from './time.ts';

/** The one body of every error answer of the server; `attr` names the field at fault, nested with `__`. */
export const errorBody = z
  .object({
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
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;

/** Characters of a name that people give, and of the key of a flag. */
export const maxName = 400;

/** 9999-12-31: above it four digits write no year. */
const latest = 253_402_300_799_999;
/** A date that is sent: ISO 8601 in any of its forms; without a zone it is UTC, without a time the day's first moment. */
export const dateInput = z
  .string()
  .refine((text) => (parseTime(text) ?? Infinity) <= latest, 'A date or a date-time is required, as ISO 8601 has it')
  .meta({ format: 'date-time' });

/** ISO 8601 date-time in UTC with `Z` and milliseconds, as every date of an answer is written. */
export const dateTime = z.iso.datetime();

/**
 * What a key or a session may do beyond reading its projects. `write`: change what is in them; `read_all_projects`: read
 * what concerns no single one, such as the sessions; `administer`: users, keys of others, projects themselves, secrets.
 */
export const permission = z.enum(['write', 'read_all_projects', 'administer']);
export type Permission = z.infer<typeof permission>;

/** A whole number of a query, in which everything is text: up to 15 digits. */
export const wholeNumber = z
  .string('A whole number is required')
  .regex(/^\d{1,15}$/, 'A whole number is required')
  .transform(Number)
  .meta({ type: 'integer', minimum: 0 });

/** A whole number of a query that is moved to the nearest allowed one. */
export const wholeNumberWithin = (minimum: number, maximum: number, fallback: number) =>
  z
    .string('A whole number is required')
    .regex(/^\d{1,400}$/, 'A whole number is required')
    .transform((digits) => Math.min(Math.max(Number(digits), minimum), maximum))
    .default(fallback)
    .meta({ type: 'integer', minimum, maximum, default: fallback });

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
  values: recordOf(z.int(), { type: 'integer' }),
  omitted: z.int(),
});

/** Free-form JSON object, as sent. */
export const jsonObject = recordOf(z.unknown(), {});
export type JsonObject = Record<string, unknown>;

/**
 * An object of such values by any name; `valueSchema` says the same as JSON Schema. A record of zod leaves out the name
 * `__proto__`, which clients send, too.
 */
export function recordOf<Value>(value: z.ZodType<Value>, valueSchema: { type?: 'string' | 'integer' }) {
  const isRecord = (given: unknown) =>
    typeof given === 'object' &&
    given !== null &&
    !Array.isArray(given) &&
    Object.values(given).every((each) => value.safeParse(each).success);
  return z
    .custom<Record<string, Value>>(isRecord, 'Invalid input: expected an object')
    .meta({ type: 'object', propertyNames: { type: 'string' }, additionalProperties: valueSchema });
}
