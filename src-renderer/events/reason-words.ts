import { maxBodyMb, maxJsonLevels } from '#server/core/contract.ts';
import type { Event, EventWarning } from '#server/events/contract.ts';
import { type EventReason, eventReason } from '#server/events/reason-contract.ts';
import { formatCount } from '../ui/format.ts';
import type { LiveStatus } from './filters/live-search.ts';

type Reason = { words: string; advice: string };

const invalidField: Reason = {
  words: 'Invalid field',
  advice: 'The Pipeline tab names the field, what it must be, and what came.',
};

const reasons = {
  no_event_name: {
    words: 'No event name',
    advice: 'Send the name as “event”, a text beside “distinct_id”. Without one there is nothing to count.',
  },
  no_distinct_id: {
    words: 'No distinct_id',
    advice:
      'Send who did it as “distinct_id”. An SDK adds it by itself; by hand it goes beside “event” or into “properties”.',
  },
  empty_distinct_id: {
    words: 'Empty distinct_id',
    advice:
      'The “distinct_id” was there but null or blank. Often the user was not loaded yet when the event was captured: wait for it, or send an anonymous id.',
  },
  nested_too_deeply: {
    words: 'Nested too deeply',
    advice: `The properties are more than ${maxJsonLevels} levels deep, most likely because an object contains itself. Send flat values.`,
  },
  duplicate: {
    words: 'Already stored',
    advice:
      'An event with this uuid is already stored, usually because an SDK retried. If these are two events, give each its own uuid.',
  },
  session_recording: {
    words: 'Session recording',
    advice:
      'Benchtop answers session recordings but does not keep them. Turn recording off in the SDK to save the traffic: disable_session_recording: true.',
  },
  invalid_payload: {
    words: 'Body not readable',
    advice:
      'The body is not JSON of the expected shape, or its compression is not the declared one. Check the Raw tab, the compression and the Content-Type.',
  },
  no_data: {
    words: 'Empty body',
    advice: 'The request carried nothing. Send the event as the body of a POST, or as the form field “data”.',
  },
  missing_api_key: {
    words: 'No key',
    advice: 'Send the project key as “api_key” (or “token”) in the body. “Connect an app” has it ready to copy.',
  },
  invalid_api_key: {
    words: 'Unknown project key',
    advice:
      'No project of this server has this key; keys from PostHog do not work here. Compare the key in the Raw tab with the one under “Connect an app”.',
  },
  invalid_personal_api_key: {
    words: 'Invalid personal key',
    advice:
      'The Pipeline tab says what is wrong with the key. Events need the project key (phc_); flag definitions need a personal key (phx_) from Settings › Personal keys.',
  },
  invalid_project: {
    words: 'Unknown project',
    advice: 'With a personal key, “project_id” has to name a project of this server. Use its project key instead.',
  },
  request_too_large: {
    words: `${maxBodyMb} MB or more`,
    advice: `A request must be under ${maxBodyMb} MB, before and after decompression. Send smaller batches.`,
  },
  overloaded: {
    words: 'Server overloaded',
    advice:
      'The server received more request bodies at once than it can hold. Retry after “Retry-After” seconds, with smaller or fewer batches.',
  },
  body_timeout: {
    words: 'Body stopped arriving',
    advice:
      'The body did not arrive in time, so its connection was closed. Check the network and the client, then send again.',
  },
  not_found: {
    words: 'Not served',
    advice:
      'Benchtop has no such SDK script or endpoint; the Pipeline tab says which it has. Scripts fit one version of posthog-js only: use the same one, or turn off what needs the script.',
  },
  method_not_allowed: {
    words: 'Wrong method',
    advice: 'Events and flag requests are sent by POST. The Pipeline tab says what came.',
  },
  fetch_team_fail: {
    words: 'Key not looked up',
    advice:
      'The database failed while the key was looked up; the client may retry. The status bar shows the state of the storage.',
  },
  invalid_session: {
    words: 'Session ended',
    advice: 'Sign in again, or send a personal API key as the Bearer token.',
  },
  not_authenticated: {
    words: 'No personal key',
    advice: 'Send a personal API key as “Authorization: Bearer phx_…”.',
  },
  permission_denied: {
    words: 'Not permitted',
    advice: 'The key may not do this. Use the project key, or a personal key with write access.',
  },
  missing_distinct_id: {
    words: 'No distinct_id',
    advice: 'Send the person to evaluate flags for as “distinct_id”.',
  },
  invalid_input: invalidField,
  invalid_choice: invalidField,
  required: invalidField,
  null: invalidField,
  blank: invalidField,
  max_length: invalidField,
  error: {
    words: 'Server error',
    advice: 'The log of the server has the cause. The client may send the request again.',
  },
  archive_full: {
    words: 'Too many events wait',
    advice: 'ClickHouse does not take events as fast as they arrive. Repair it, or raise --events-max-waiting.',
  },
  storage_unavailable: {
    words: 'Storage failed',
    advice:
      'Neither the database nor the spool could be written. Check the free space of the data folder, then send again.',
  },
} satisfies Record<EventReason, Reason>;

export const reasonWords = (reason: EventReason): string => reasons[reason].words;

export const reasonAdvice = (reason: EventReason): string => reasons[reason].advice;

export const knownReasons = eventReason.options;

/** Returns the name of an event, or a title where it has none. */
export function eventTitle(event: Pick<Event, 'event' | 'status' | 'count'> & Partial<Pick<Event, 'reason'>>): string {
  if (event.count > 1) return `${formatCount(event.count)} more ${event.status === 'rejected' ? 'requests' : 'events'}`;
  const isRejected = event.status === 'rejected';
  if (event.event !== null && event.event !== '') return isRejected ? `Rejected: ${event.event}` : event.event;
  if (event.reason === 'session_recording') return reasonWords(event.reason);
  return isRejected ? 'Rejected request' : 'Event without a name';
}

export const eventStatusWords = { accepted: 'Accepted', dropped: 'Dropped', rejected: 'Rejected' } as const;
export const warningWords = {
  merge_refused: 'Merge refused',
  properties_too_large: 'Properties too large',
  group_without_type: 'Group without type',
  group_without_key: 'Group without key',
  too_many_group_types: 'Too many group types',
  invalid_utf8: 'Not UTF-8',
  event_name_not_text: 'Event name not text',
  event_name_cut: 'Event name cut',
  distinct_id_not_text: 'distinct_id not text',
  distinct_id_cut: 'distinct_id cut',
  distinct_id_shared: 'Shared distinct_id',
  invalid_uuid: 'Invalid uuid',
  invalid_timestamp: 'Invalid timestamp',
  timestamp_in_seconds: 'Timestamp in seconds',
  timestamp_out_of_range: 'Timestamp out of range',
  invalid_offset: 'Invalid offset',
  invalid_sent_at: 'Invalid sent_at',
  set_not_object: 'Person properties not an object',
  unset_not_list: '$unset not a list',
  secret_key_masked: 'Secret key masked',
  invalid_test_run: 'Invalid test run',
  test_run_ended: 'Test run ended',
  too_many_test_runs: 'Too many test runs',
  property_missing: 'Property missing',
  type_changed: 'Type changed',
  value_not_allowed: 'Value not allowed',
  unknown_property: 'Unknown property',
  renamed_event: 'Renamed event',
} as const satisfies Record<EventWarning['code'], string>;
export const eventStatusTones = { accepted: 'ok', dropped: 'warning', rejected: 'danger' } as const;

/** Of rejected requests, after their number. */
export const unassignedWords = 'without a known key';
export const liveStatusWords = { ...eventStatusWords, unassigned: 'No known key' } satisfies Record<LiveStatus, string>;
