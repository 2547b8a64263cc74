import { z } from 'zod';
import { codes, dateTime, jsonObject, named, recordOf, truncation, wholeNumber } from '../core/contract.ts';
import { reportedFinding } from '../database/storage/contract.ts';
import { personWarning } from '../persons/contract.ts';
import { definitionsStatus } from '../projects/definitions/definitions-status-contract.ts';
import { testRunFilter, testRunWarning } from '../test-runs/contract.ts';
import { eventReason, stageName } from './reason-contract.ts';
import { sendingStatus } from './sending/sending-contract.ts';

export const eventStatus = z.enum(['accepted', 'dropped', 'rejected']);
export type EventStatus = z.infer<typeof eventStatus>;

/** How an event differs from the tracking plan. */
export const planViolationKind = codes({
  property_missing: 'A property that the schema requires is missing.',
  type_changed: 'A property has another type than in the schema.',
  value_not_allowed: 'The schema lists the allowed values of the property, and this is none of them.',
  unknown_property: 'The schema does not have the property.',
  renamed_event: 'The event is not in the plan, and its name resembles a planned one.',
});
export type PlanViolationKind = z.infer<typeof planViolationKind>;

/** A change or problem of an event that was stored anyway. */
export const eventWarning = z.object({
  code: z.enum([
    ...personWarning.shape.code.options,
    ...testRunWarning.shape.code.options,
    ...planViolationKind.options,
    'invalid_utf8',
    'event_name_not_text',
    'event_name_cut',
    'distinct_id_not_text',
    'distinct_id_cut',
    'distinct_id_shared',
    'invalid_uuid',
    'invalid_timestamp',
    'timestamp_in_seconds',
    'timestamp_out_of_range',
    'invalid_offset',
    'invalid_sent_at',
    'unset_not_list',
    'secret_key_masked',
  ]),
  detail: z.string(),
});
export type EventWarning = z.infer<typeof eventWarning>;

/**
 * One row of the inspector. `reason` is null for an accepted event, the reason of a dropped one, or the error code of a rejected
 * request (which has no event of its own: `event`, `distinct_id` are null).
 */
export const event = named('Event', {
  uuid: z.uuid(),
  event: z.string().nullable(),
  distinct_id: z.string().nullable(),
  person_id: z.int().nullable(),
  /** Time of the event, from the client. */
  timestamp: dateTime,
  /** Time its request arrived. */
  received_at: dateTime,
  properties: jsonObject,
  status: eventStatus,
  reason: eventReason.nullable(),
  warnings: z.array(eventWarning),
  /** Number of events in the row; above 1 for many equal drops of one request. */
  count: z.int().positive(),
  request_id: z.int().nullable(),
  test_run: z.string().nullable(),
  /** A rejected request of no known project; only keys for all projects see these. */
  unassigned: z.boolean(),
  /** Why it was dropped or rejected; the client of a rejected request got the same text. */
  detail: z.string().nullable(),
  /** The first characters of its request's key; null if there was none, or its log entry has expired. */
  key_prefix: z.string().nullable(),
  /** The outcomes of all events of its request; null once its log entry has expired. */
  batch: z.object({ accepted: z.int(), dropped: z.int() }).nullable(),
  truncated: truncation.optional(),
});
export type Event = z.infer<typeof event>;

/** Send `cursor` as `after` to get only newer rows; `next` leads to older ones. */
export const eventPage = named('EventPage', {
  next: z.url().nullable(),
  cursor: z.string(),
  results: z.array(event),
});
export type EventPage = z.infer<typeof eventPage>;

/** Bytes of a body that the inspector keeps. */
export const maxStoredBytes = 64 * 1024;

/** Begins the position of a key that was a field of a form, beside its data. */
export const formKeyPosition = 'form ';

/** The compression of a body as sent. */
const compression = z.enum(['none', 'gzip', 'deflate', 'br', 'zstd', 'lz64', 'base64']);
export type Compression = z.infer<typeof compression>;

/** A request and its answer; kept for the newest requests only. */
export const request = named('Request', {
  id: z.int(),
  /** The project of the key; null if unknown. */
  project_id: z.int().nullable(),
  received_at: dateTime,
  method: z.string(),
  path: z.string(),
  query: z.string(),
  headers: recordOf(z.string(), { type: 'string' }),
  ip: z.string(),
  user_agent: z.string().nullable(),
  compression,
  /** Bytes as sent, and decompressed (null if decoding failed). */
  body_bytes: z.int(),
  decoded_bytes: z.int().nullable(),
  /**
   * The body as text (`utf8`) with secret keys masked, cut at `maxStoredBytes`; its SHA-256 in hex (`sha256`) if it could not be
   * decompressed.
   */
  body: z.string(),
  body_encoding: z.enum(['utf8', 'sha256']),
  body_truncated: z.boolean(),
  /** Number of parts of the whole body at `events/{uuid}/body/`; 0 if only `body` is kept. */
  body_parts: z.int(),
  /** Where the key was found, and its first characters. */
  key_position: z.string().nullable(),
  key_prefix: z.string().nullable(),
  status_code: z.int(),
  response: z.string(),
  /** Whether text that resembled a secret key was masked. */
  keys_masked: z.boolean(),
  /** What the request had and the log does not keep: a key beside the data of a form, or a secret. */
  not_kept: z.enum(['form_key', 'secret']).nullable(),
  /** Milliseconds from the first byte to the answer. */
  duration_ms: z.number(),
  accepted: z.int(),
  dropped: z.int(),
});
export type Request = z.infer<typeof request>;

/** A part of a body with secret keys masked; `next` is the number of the next, or null. */
export const requestBody = named('RequestBody', { body: z.string(), next: z.int().nullable() });
export type RequestBody = z.infer<typeof requestBody>;

/** One stage of an event's pipeline, with a sentence and its facts. `not_needed`: a replayed recording has no key. */
export const pipelineStage = z.object({
  stage: stageName,
  outcome: z.enum(['ok', 'warning', 'failed', 'skipped', 'not_needed']),
  detail: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type PipelineStage = z.infer<typeof pipelineStage>;

/** `truncate=true` shortens the event as a list does; the default is the whole event. */
export const eventQuery = z.object({ truncate: z.enum(['true', 'false']).default('false') });

/** An event with its request and pipeline. `request` is null once its log entry has expired. */
export const eventDetail = event
  .extend({
    id: z.string(),
    request: request.nullable(),
    pipeline: z.array(pipelineStage),
  })
  .meta({ id: 'EventDetail' });
export type EventDetail = z.infer<typeof eventDetail>;

/** Events by outcome. `unassigned`: rejected requests of no known project. */
const outcomeCounts = { accepted: z.int(), dropped: z.int(), rejected: z.int(), unassigned: z.int() };

/**
 * Counts of the rows of a list with the same parameters, in total and per interval. Ignores the filter's status, so that the
 * split can be switched. `is_complete` is false if a search stopped early: it then covers the newest part only.
 */
export const eventSummary = named('EventSummary', {
  /** The start of the time span; null: all time. */
  from: dateTime.nullable(),
  /** When the rows were counted, by the clock of the server. */
  to: dateTime,
  ...outcomeCounts,
  reasons: z.array(z.object({ status: eventStatus, reason: eventReason, count: z.int() })),
  interval_seconds: z.int(),
  series: z.array(z.object({ start: dateTime, ...outcomeCounts })),
  is_complete: z.boolean(),
});
export type EventSummary = z.infer<typeof eventSummary>;

export const seenNamesQuery = z.object({ near: z.string().optional(), test_run: testRunFilter });
/**
 * Event names and property keys of the project or a test run, most recent first, for suggestions. `nearest`: the event name most likely meant
 * by `near`, or null.
 */
export const seenNames = z
  .object({ events: z.array(z.string()), properties: z.array(z.string()), nearest: z.string().nullable() })
  .meta({ id: 'SeenNames' });
export type SeenNames = z.infer<typeof seenNames>;

/** `search`: part of the name, ignoring case. Without `event`, reads the newest events of all names. */
export const eventPropertyNamesQuery = z.object({
  event: z.string().optional(),
  search: z.string().optional(),
  test_run: testRunFilter,
});
export type EventPropertyNamesQuery = z.output<typeof eventPropertyNamesQuery>;

/** `search`: part of the value as text, ignoring case. */
export const eventPropertyValuesQuery = eventPropertyNamesQuery.extend({ key: z.string() });
export type EventPropertyValuesQuery = z.output<typeof eventPropertyValuesQuery>;

export const statusQuery = z.object({
  project_id: wholeNumber
    .optional()
    .describe(
      'Id of the project whose totals to read, with requests of no known project since it was added; without it, those alone.',
    ),
});

/**
 * The state of storing events. `ok`: the database stores them. `spooling`: the dead-letter spool keeps them, as the database
 * cannot. `recovering`: the database works again and is loading the spool. `read_only`: the data folder is not writable.
 * `unavailable`: neither database nor spool is writable. In the last two, events are refused.
 */
export const storageState = z.enum(['ok', 'spooling', 'recovering', 'read_only', 'unavailable']);
export type StorageState = z.infer<typeof storageState>;

/** The state of the server, for the status bar. Rates are over the last ten seconds. */
export const serverStatus = named('ServerStatus', {
  version: z.string(),
  /** Changes when the server process restarts. */
  instance: z.string(),
  url: z.url(),
  /** Null for keys without administration rights. */
  data_dir: z.string().nullable(),
  started_at: dateTime,
  database_bytes: z.int(),
  events_per_second: z.number(),
  /** All-time counts of the requested project. */
  ...outcomeCounts,
  /**
   * `spooled`: events in the dead-letter spool. `error`: the cause, null while `ok` or `recovering`; it may name files, so keys
   * without administration rights get a generic text.
   */
  storage: z.object({ state: storageState, spooled: z.int(), error: z.string().nullable() }),
  /** An unresolved problem found in the stored data. */
  finding: reportedFinding.nullable(),
  /** Events sent to other servers, of all projects that the caller sees. */
  sending: z.array(sendingStatus),
  /** The source of definitions; null if they are edited here. */
  definitions: definitionsStatus.nullable(),
});
export type ServerStatus = z.infer<typeof serverStatus>;
