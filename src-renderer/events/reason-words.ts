import { maxBodyMb } from '#server/core/contract.ts';
import type { Event, EventWarning } from '#server/events/contract.ts';
import { type EventReason, eventReason } from '#server/events/reason-contract.ts';
import { formatCount } from '../ui/format.ts';
import type { LiveStatus } from './filters/live-search.ts';

const invalidField = 'Invalid field';

const reasons = {
  no_event_name: 'No event name',
  no_distinct_id: 'No distinct_id',
  empty_distinct_id: 'Empty distinct_id',
  nested_too_deeply: 'Nested too deeply',
  duplicate: 'Already stored',
  session_recording: 'Session recording',
  invalid_payload: 'Body not readable',
  no_data: 'Empty body',
  missing_api_key: 'No key',
  invalid_api_key: 'Invalid project key',
  invalid_personal_api_key: 'Invalid personal key',
  invalid_project: 'Unknown project',
  request_too_large: `${maxBodyMb} MB or more`,
  overloaded: 'Server overloaded',
  body_timeout: 'Body stopped arriving',
  not_found: 'Not served',
  method_not_allowed: 'Wrong method',
  fetch_team_fail: 'Key not looked up',
  invalid_session: 'Session ended',
  not_authenticated: 'No personal key',
  permission_denied: 'Not permitted',
  missing_distinct_id: 'No distinct_id',
  invalid_input: invalidField,
  invalid_choice: invalidField,
  required: invalidField,
  null: invalidField,
  blank: invalidField,
  max_length: invalidField,
  error: 'Server error',
  archive_full: 'Too many events wait',
  storage_unavailable: 'Storage failed',
} satisfies Record<EventReason, string>;

export const reasonWords = (reason: EventReason): string => reasons[reason];

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
  set_not_object: 'Properties not an object',
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
