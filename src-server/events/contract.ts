import { z } from 'zod';
import {
  dateInput,
  dateTime,
  jsonObject,
  recordOf,
  truncation,
  wholeNumber,
  wholeNumberWithin,
} from '../core/contract.ts';
import { maxConditions } from '../core/limits.ts';
import { reportedFinding } from '../database/storage/contract.ts';
import { personWarning } from '../persons/contract.ts';
import { propertyFilter, tooManyConditions } from '../properties/contract.ts';

export const eventStatus = z.enum(['accepted', 'dropped', 'rejected']);
export type EventStatus = z.infer<typeof eventStatus>;

/** Something that was changed or refused on the way, though the event was stored. */
export const eventWarning = z.object({
  code: z.enum([
    ...personWarning.shape.code.options,
    'event_name_not_text',
    'event_name_cut',
    'distinct_id_not_text',
    'distinct_id_cut',
    'invalid_uuid',
    'invalid_timestamp',
    'timestamp_out_of_range',
    'secret_key_masked',
  ]),
  detail: z.string(),
});
export type EventWarning = z.infer<typeof eventWarning>;

/** Why an event that was answered 200 is not stored. */
export const dropReason = z.enum([
  'no_event_name',
  'no_distinct_id',
  'empty_distinct_id',
  'nested_too_deeply',
  'duplicate',
  'session_recording',
]);
export type DropReason = z.infer<typeof dropReason>;

/**
 * One row of the inspector. `reason` is null for an accepted event, the reason of a dropped one, or the error code of a rejected
 * request (which has no event of its own: `event`, `distinct_id` are null).
 */
export const event = z
  .object({
    uuid: z.uuid(),
    event: z.string().nullable(),
    distinct_id: z.string().nullable(),
    person_id: z.int().nullable(),
    /** When it happened, by the client. */
    timestamp: dateTime,
    /** When its request arrived here. */
    received_at: dateTime,
    properties: jsonObject,
    status: eventStatus,
    reason: z.union([dropReason, z.string()]).nullable(),
    warnings: z.array(eventWarning),
    /** How many events the row stands for: more than one where many of a request were dropped alike. */
    count: z.int().positive(),
    request_id: z.int().nullable(),
    /** A rejected request whose key tells no project; only keys for all projects see these. */
    unassigned: z.boolean(),
    truncated: truncation.optional(),
  })
  .meta({ id: 'Event' });
export type Event = z.infer<typeof event>;

/** `cursor` is what to send as `after` to get only what comes later; `next` leads to older rows. */
export const eventPage = z
  .object({
    next: z.url().nullable(),
    cursor: z.string(),
    results: z.array(event),
  })
  .meta({ id: 'EventPage' });
export type EventPage = z.infer<typeof eventPage>;

/** What narrows a set of events; every part is AND-ed. `properties` is JSON: an array of property filters. */
export const eventFilter = z.object({
  event: z.string().optional(),
  distinct_id: z.string().optional(),
  person_id: wholeNumber.optional(),
  request_id: wholeNumber.optional(),
  status: z.enum([...eventStatus.options, 'all']).default('accepted'),
  reason: z.string().optional(),
  /** Only rejected requests whose key tells no project, or none of them. */
  unassigned: z.enum(['true', 'false']).optional(),
  search: z.string().optional(),
  properties: z.array(propertyFilter).max(maxConditions, tooManyConditions).default([]),
  date_from: dateInput.optional(),
  date_to: dateInput.optional(),
});
export type EventFilter = z.infer<typeof eventFilter>;

/** `before` and `after` are cursors, of which one may be given; `wait` is in seconds: a page that would be empty waits for its first event. */
export const eventListQuery = eventFilter.extend({
  limit: wholeNumberWithin(1, 1000, 100),
  before: wholeNumber.optional(),
  after: wholeNumber.optional(),
  wait: wholeNumberWithin(0, 30, 0),
});
export const timelineQuery = eventListQuery.pick({ limit: true, before: true, after: true });

/** The last `minutes`, at most a day. */
export const eventSummaryQuery = eventFilter.extend({ minutes: wholeNumberWithin(1, 24 * 60, 60) });

/** How a request came in and what was answered; kept for the newest requests only. */
export const request = z
  .object({
    id: z.int(),
    /** Of the key; null when it tells none. */
    project_id: z.int().nullable(),
    received_at: dateTime,
    method: z.string(),
    path: z.string(),
    query: z.string(),
    headers: recordOf(z.string(), { type: 'string' }),
    ip: z.string(),
    user_agent: z.string().nullable(),
    /** How the body was packed: `none`, `gzip`, `lz64` or `base64`, and who said so. */
    compression: z.string(),
    /** Bytes as sent, and after decompression (null when it could not be decoded). */
    body_bytes: z.int(),
    decoded_bytes: z.int().nullable(),
    /**
     * The body as text (`utf8`), secret keys masked, cut at 64 KiB; of one that could not be unpacked its SHA-256 in hex (`sha256`).
     */
    body: z.string(),
    body_encoding: z.enum(['utf8', 'sha256']),
    body_truncated: z.boolean(),
    /** Where the key was found and its first characters. */
    key_position: z.string().nullable(),
    key_prefix: z.string().nullable(),
    status_code: z.int(),
    response: z.string(),
    /** Whether a mask stands where something looked like a secret key. */
    keys_masked: z.boolean(),
    /** Milliseconds from the first byte to the answer. */
    duration_ms: z.number(),
    accepted: z.int(),
    dropped: z.int(),
  })
  .meta({ id: 'Request' });
export type Request = z.infer<typeof request>;

/** One stage of an event's way: what happened there, in words, with its facts. */
export const pipelineStage = z.object({
  stage: z.enum(['received', 'decoded', 'keyed', 'normalized', 'stored', 'person', 'answered']),
  outcome: z.enum(['ok', 'warning', 'failed', 'skipped']),
  detail: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type PipelineStage = z.infer<typeof pipelineStage>;

/** An event is answered whole; `truncate=true` cuts it as a list does, when `truncated` tells how. */
export const eventQuery = z.object({ truncate: z.enum(['true', 'false']).default('false') });

/** An event with its request and the stages it passed. `request` is null when it is older than the request log reaches. */
export const eventDetail = event
  .extend({
    id: z.string(),
    request: request.nullable(),
    pipeline: z.array(pipelineStage),
  })
  .meta({ id: 'EventDetail' });
export type EventDetail = z.infer<typeof eventDetail>;

/**
 * Counts of what arrived in the window asked for (`minutes`, by arrival), whole and per slice of time. The filter's status
 * and reason do not narrow it, so that the split can be switched. `is_complete` is false when a search had to stop early: the
 * counts are of the newest part only.
 */
export const eventSummary = z
  .object({
    accepted: z.int(),
    dropped: z.int(),
    rejected: z.int(),
    /** How many of the rejected requests have a key that tells no project. */
    unassigned: z.int(),
    reasons: z.array(z.object({ status: eventStatus, reason: z.union([dropReason, z.string()]), count: z.int() })),
    interval_seconds: z.int(),
    series: z.array(
      z.object({ start: dateTime, accepted: z.int(), dropped: z.int(), rejected: z.int(), unassigned: z.int() }),
    ),
    is_complete: z.boolean(),
  })
  .meta({ id: 'EventSummary' });
export type EventSummary = z.infer<typeof eventSummary>;

export const seenNamesQuery = z.object({ near: z.string().optional() });
/**
 * Event names and property keys seen in the project, most recent first: for suggestions. `nearest` is the event name that was
 * most likely meant by `near`; null for none.
 */
export const seenNames = z
  .object({ events: z.array(z.string()), properties: z.array(z.string()), nearest: z.string().nullable() })
  .meta({ id: 'SeenNames' });
export type SeenNames = z.infer<typeof seenNames>;

/** `search` is part of the name, in any case of letters; without `event` the newest events of all names are looked at. */
export const eventPropertyNamesQuery = z.object({ event: z.string().optional(), search: z.string().optional() });
export type EventPropertyNamesQuery = z.output<typeof eventPropertyNamesQuery>;

/** `search` is part of the value as text, in any case of letters. */
export const eventPropertyValuesQuery = eventPropertyNamesQuery.extend({ key: z.string() });
export type EventPropertyValuesQuery = z.output<typeof eventPropertyValuesQuery>;

export const statusQuery = z.object({ project_id: wholeNumber.optional() });

/**
 * What becomes of events that arrive now, by what the last writes did: `ok`: the database takes them. `spooling`: the database
 * does not, the dead-letter spool keeps them. `recovering`: the database works again and takes in what was spooled.
 * `read_only`: the data folder cannot be written. `unavailable`: neither database nor spool can be written. In the last two
 * nothing is stored, and nothing is acknowledged.
 */
export const storageState = z.enum(['ok', 'spooling', 'recovering', 'read_only', 'unavailable']);
export type StorageState = z.infer<typeof storageState>;

/** The answer of `/api/health/` while events can be stored; else it is 503 `storage_unavailable`. */
export const serverHealth = z
  .object({
    status: z.literal('ok'),
    storage: storageState.extract(['ok', 'spooling', 'recovering']),
  })
  .meta({ id: 'ServerHealth' });
export type ServerHealth = z.infer<typeof serverHealth>;

/** State of the server, for the status bar. Rates are over the last ten seconds. */
export const serverStatus = z
  .object({
    version: z.string(),
    /** Changes when the server process is another one. */
    instance: z.string(),
    url: z.url(),
    /** Null for keys that do not administer the server. */
    data_dir: z.string().nullable(),
    started_at: dateTime,
    database_bytes: z.int(),
    events_per_second: z.number(),
    /** Of the project asked for, ever; `unassigned` are those of `rejected` whose key tells no project. */
    accepted: z.int(),
    dropped: z.int(),
    rejected: z.int(),
    unassigned: z.int(),
    /**
     * `spooled` events wait in the dead-letter spool; `error` is why, null while the state is `ok`. It may name files: keys that do
     * not administer the server are told only that there is one.
     */
    storage: z.object({ state: storageState, spooled: z.int(), error: z.string().nullable() }),
    /** What was found wrong with the stored data, until somebody decides what to do. */
    finding: reportedFinding.nullable(),
  })
  .meta({ id: 'ServerStatus' });
export type ServerStatus = z.infer<typeof serverStatus>;
