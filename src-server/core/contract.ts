import { z } from 'zod';
import { latest, parseTime } from './text/time-contract.ts';

/** Names an object in the description of the API. */
export function named<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  return z.object(shape).meta({ id });
}

/** Describes a closed list of codes with the meaning of each, which the description of the API also has. */
export function codes<Code extends string>(meanings: Record<Code, string>) {
  const lines = Object.entries(meanings).map(([code, meaning]) => `\`${code}\`: ${meaning}`);
  return z.enum(Object.keys(meanings) as Code[]).describe(lines.join(' '));
}

/** The body of every error. `attr` is the field at fault; nested names are joined with `__`. */
export const errorBody = named('Error', {
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

/** Characters of a name or of a flag key. */
export const maxName = 400;
/** Characters of a description or a note. */
export const maxDescription = 10_000;

/** Returns a transform by which null, as clients of PostHog send for an empty field, becomes `fallback`. */
export const nullAs =
  <Value>(fallback: Value) =>
  (value: Value | null) =>
    value ?? fallback;

export const nameField = z.string().trim().min(1).max(maxName);
export const descriptionField = z.string().max(maxDescription).nullable().transform(nullAs(''));

/** Size of a request's body, exclusive, in MiB. */
export const maxBodyMb = 20;

/** Newest days of a series that are listed. */
export const maxListedDays = 400;

/** Nesting of stored JSON. SQLite's JSON functions stop at 1000. */
export const maxJsonLevels = 500;

export const isoDateRule = 'must be an ISO 8601 date or time, like 2026-11-20 or 2026-11-20T14:15:22Z';
/** A date of a request, in any form of ISO 8601. Default zone: UTC; default time: midnight. */
export const dateInput = z
  .string(isoDateRule)
  .refine((text) => (parseTime(text) ?? Infinity) <= latest, isoDateRule)
  .meta({ format: 'date-time' });

/** ISO 8601 date-time in UTC with `Z` and milliseconds, as in every answer. */
export const dateTime = z.iso.datetime();

/**
 * What a key or session may do beyond reading its projects. `write`: change their data. `read_all_projects`: read data that
 * belongs to no single project, such as sessions. `administer`: users, keys of other users, projects, secrets.
 * `edit_definitions`: change flags, actions, experiments and other definitions; needs `write`. `edit_projects`: change which
 * projects and users there are; needs `administer`. Nobody has the last two on a server that takes its definitions from another.
 */
export const permission = z.enum(['write', 'read_all_projects', 'administer', 'edit_definitions', 'edit_projects']);
export type Permission = z.infer<typeof permission>;
/** Returns the permission that another one also requires; the same if it requires none. */
export const neededFor = (one: Permission) =>
  one === 'edit_definitions' ? 'write' : one === 'edit_projects' ? 'administer' : one;

/** An id in a path, as text. */
export const idPattern = /^[1-9]\d{0,14}$/;

const wholeNumberRule = 'must be a whole number from 0 to 999999999999999';
/** A whole number of a query, sent as text of up to 15 digits. */
export const wholeNumber = z
  .string(wholeNumberRule)
  .regex(/^\d{1,15}$/, wholeNumberRule)
  .transform(Number)
  .meta({ type: 'integer', minimum: 0 });

const anyWholeNumberRule = 'must be a whole number, 0 or more';
/** Parses a whole number of a query, clamped to the allowed range. */
export const wholeNumberWithin = (minimum: number, maximum: number, fallback: number) =>
  z
    .string(anyWholeNumberRule)
    .regex(/^\d{1,400}$/, anyWholeNumberRule)
    .transform((digits) => Math.min(Math.max(Number(digits), minimum), maximum))
    .default(fallback)
    .meta({ type: 'integer', minimum, maximum, default: fallback });

export const maxPage = 1000;

/** Describes a list of the management API; `next` and `previous` are absolute URLs. */
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
 * How a listed row differs from the stored one. `size`: characters of JSON of all properties. `values`: the original size of each
 * cut value, by key. `omitted`: the number of keys left out. The row's own URL answers with everything.
 */
export const truncation = z.object({
  size: z.int(),
  values: recordOf(z.int(), { type: 'integer' }),
  omitted: z.int(),
});

/** Free-form JSON object, as sent. */
export const jsonObject = recordOf(z.unknown(), {});
export type JsonObject = Record<string, unknown>;
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reports whether a field of an object was not sent; PHP sends an empty object as an empty array. */
export const isAbsentObject = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/**
 * Describes an object with values of one type; `valueSchema` is that type as JSON Schema. Not z.record, which loses the key
 * `__proto__`.
 */
export function recordOf<Value>(value: z.ZodType<Value>, valueSchema: { type?: 'string' | 'integer' }) {
  const isRecord = (given: unknown) =>
    isJsonObject(given) && Object.values(given).every((each) => value.safeParse(each).success);
  return z
    .custom<Record<string, Value>>(
      isRecord,
      valueSchema.type === undefined ? 'must be an object' : `must be an object of ${valueSchema.type}s`,
    )
    .meta({ type: 'object', propertyNames: { type: 'string' }, additionalProperties: valueSchema });
}

/**
 * Adds an issue with the value at `path`, below the checked object: zod would report the whole. `issueSentence` puts the name of
 * the field before the message.
 */
export function addIssueAt(context: z.core.$RefinementCtx, path: PropertyKey[], message: `must ${string}`): void {
  const input = path.reduce<unknown>((value, key) => Object(value)[key], context.value);
  context.addIssue({ code: 'custom', path, message, input });
}
