import { z } from 'zod';
import { dateInput, maxName, maxPage, wholeNumber, wholeNumberWithin } from '../../core/contract.ts';
import { onlyKnown } from '../../core/known-keys-contract.ts';
import { maxConditions } from '../../core/limits-contract.ts';
import { propertyFilterInput, tooManyConditions } from '../../properties/contract.ts';
import { testRunFilter } from '../../test-runs/contract.ts';
import { eventStatus, eventWarning } from '../contract.ts';
import { eventReason } from '../reason-contract.ts';

export const propertyType = z.enum(['string', 'number', 'boolean', 'null', 'list', 'object']);
export type PropertyType = z.infer<typeof propertyType>;

/** Maximum names in a filter, and maximum characters of each. */
const eventNames = z.array(z.string().min(1).max(maxName)).max(100, 'must have at most 100 names').default([]);

/**
 * Filter of events; every part is AND-ed. `properties` is JSON: an array of property filters. A key with dots also names a value
 * inside an object.
 */
export const eventFilter = z.object({
  event: z.string().optional(),
  /** JSON: an array of names; the event must have one of them. `*` matches any text, `\*` a star. */
  event_any: eventNames,
  /** JSON, as `event_any`: the event must have none of these names. */
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
  warning: z.enum([...eventWarning.shape.code.options, 'any']).optional(),
  pinned: z.enum(['true']).optional(),
  /** Text in the event's JSON, name or ids, or in the body of a rejected request. */
  search: z.string().optional(),
  properties: z.array(propertyFilterInput).max(maxConditions, tooManyConditions).default([]),
  property_types: z
    .array(onlyKnown({ key: z.string().min(1), type: propertyType }))
    .max(maxConditions, tooManyConditions)
    .default([]),
  date_from: dateInput.optional(),
  date_to: dateInput.optional(),
  /** Only rows that arrived at this time or later. */
  received_from: dateInput.optional(),
});
export type EventFilter = z.infer<typeof eventFilter>;

export const maxWaitSeconds = 30;

/** Parses a span of the last minutes of arrival, at most a day; 0: all time. */
const spanMinutes = (fallback: number) => wholeNumberWithin(0, 24 * 60, fallback);

/**
 * `before` and `after` are cursors; at most one is allowed. `wait`: seconds that an empty page waits for its first event. `min`
 * and `exactly`: required number of matching events within `wait` seconds; another number is a 412 `expectation_failed`, at
 * once if there are too many, else when the time is up.
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

export const eventSummaryQuery = eventFilter.extend({
  status: eventFilter.shape.status.unwrap().default('all'),
  minutes: spanMinutes(60),
});
