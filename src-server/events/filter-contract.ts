import { z } from 'zod';
import { dateInput, maxName, maxPage, wholeNumber, wholeNumberWithin } from '../core/contract.ts';
import { maxConditions } from '../core/limits-contract.ts';
import { propertyFilter, tooManyConditions } from '../properties/contract.ts';
import { testRunFilter } from '../test-runs/contract.ts';
import { eventStatus, eventWarning } from './contract.ts';
import { eventReason } from './reason-contract.ts';

/** The type of a property's value, as JSON has it. */
export const propertyType = z.enum(['string', 'number', 'boolean', 'null', 'list', 'object']);
export type PropertyType = z.infer<typeof propertyType>;

/** Names of a filter at most, and their characters. */
const eventNames = z.array(z.string().min(1).max(maxName)).max(100, 'must have at most 100 names').default([]);

/**
 * Filter of events; every part is AND-ed. `properties` is JSON: an array of property filters. A key with dots also names a value
 * inside an object.
 */
export const eventFilter = z.object({
  event: z.string().optional(),
  /** JSON: an array of names, of which one must be the event's; `*` stands for any text, `\*` for a star. */
  event_any: eventNames,
  /** JSON, as `event_any`: names of which none may be the event's. */
  event_none: eventNames,
  distinct_id: z.string().optional(),
  /** A distinct_id: also events of the other ids of its person. */
  person: z.string().optional(),
  person_id: wholeNumber.optional(),
  request_id: wholeNumber.optional(),
  /** The name of a test run, or `(none)` for rows without one. */
  test_run: testRunFilter,
  status: z.enum([...eventStatus.options, 'all']).default('accepted'),
  reason: eventReason.optional(),
  /** `true`: only rejected requests of no known project; `false`: none of them. */
  unassigned: z.enum(['true', 'false']).optional(),
  /** The code of a warning, or `any`. */
  warning: z.enum([...eventWarning.shape.code.options, 'any']).optional(),
  /** `true`: only pinned ones. */
  pinned: z.enum(['true']).optional(),
  /** Part of the event as JSON, of its name or ids, or of the body of a rejected request. */
  search: z.string().optional(),
  properties: z.array(propertyFilter).max(maxConditions, tooManyConditions).default([]),
  /** JSON: an array of `{key, type}`. */
  property_types: z
    .array(z.object({ key: z.string().min(1), type: propertyType }))
    .max(maxConditions, tooManyConditions)
    .default([]),
  date_from: dateInput.optional(),
  date_to: dateInput.optional(),
  /** Only what arrived at this time or later. */
  received_from: dateInput.optional(),
});
export type EventFilter = z.infer<typeof eventFilter>;

export const maxWaitSeconds = 30;

/** Parses a span of the last minutes of arrival, at most a day; 0: all time. */
const spanMinutes = (fallback: number) => wholeNumberWithin(0, 24 * 60, fallback);

/**
 * `before` and `after` are cursors, of which one may be given; `wait` is in seconds: a page that would be empty waits for its first
 * event. `min` and `exactly`: the number of events that match, for which `wait` is the time; another number is a 412
 * `expectation_failed`, as soon as there are too many, else when the time is up.
 */
export const eventListQuery = eventFilter.extend({
  minutes: spanMinutes(0),
  limit: wholeNumberWithin(0, maxPage, 100),
  before: wholeNumber.optional(),
  after: wholeNumber.optional(),
  wait: wholeNumberWithin(0, maxWaitSeconds, 0),
  min: wholeNumber.optional(),
  exactly: wholeNumber.optional(),
});
export const bodyQuery = z.object({ part: wholeNumberWithin(0, 1000, 0) });
export const timelineQuery = eventListQuery.pick({ test_run: true, limit: true, before: true, after: true });

export const eventSummaryQuery = eventFilter.extend({ minutes: spanMinutes(60) });
