import { z } from 'zod';
import { codes, type JsonObject, maxBodyMb, maxJsonLevels } from '../core/contract.ts';

/** The stages of an event's pipeline, in order. */
export const stageName = z.enum(['received', 'decoded', 'keyed', 'normalized', 'stored', 'person', 'answered']);
export type StageName = z.infer<typeof stageName>;

/** Reasons why an event was answered with 200 but not stored. */
export const dropReason = codes({
  no_event_name: 'The event has no name.',
  no_distinct_id: 'The event has no `distinct_id`.',
  empty_distinct_id: 'The `distinct_id` is null, blank or a number out of range.',
  nested_too_deeply: `The properties are more than ${maxJsonLevels} levels deep.`,
  duplicate: 'An event with its `uuid` is already stored.',
  session_recording: 'Session recordings are not stored.',
});
export type DropReason = z.infer<typeof dropReason>;

/** Reasons why a public request was rejected: the codes of its errors. */
export const rejectionReason = codes({
  invalid_payload: 'The body is not JSON of the expected shape, or not compressed as declared.',
  no_data: 'The body is empty.',
  missing_api_key: 'There is no project key.',
  invalid_api_key: 'The project key is unknown or revoked.',
  invalid_personal_api_key: 'The personal key is unknown or revoked.',
  invalid_project: 'No project has the `project_id`.',
  invalid_session: 'The session has ended.',
  not_authenticated: 'There is no personal key or session.',
  permission_denied: 'The key may not do this.',
  missing_distinct_id: 'There is no `distinct_id` to evaluate flags for.',
  invalid_input: 'A field has an invalid value.',
  invalid_choice: 'A field has a value that is not one of its choices.',
  required: 'A field is missing.',
  null: 'A field is null.',
  blank: 'A field is empty.',
  max_length: 'A field is too long.',
  not_found: 'Nothing is served at the path.',
  method_not_allowed: 'The path is not served by this method.',
  request_too_large: `The body has ${maxBodyMb} MB or more, as sent or after decompression.`,
  overloaded: 'Too many bodies arrive at once.',
  body_timeout: 'The body stopped arriving.',
  fetch_team_fail: 'The database failed while the key was looked up.',
  archive_full: 'Too many events wait for the archive in ClickHouse.',
  storage_unavailable: 'Neither the database nor the spool could be written.',
  error: 'Any other error.',
});
export type RejectionReason = z.infer<typeof rejectionReason>;

export const eventReason = z.enum([...dropReason.options, ...rejectionReason.options]);
export type EventReason = z.infer<typeof eventReason>;

/** The stage at which each reason ends the pipeline. */
export const failedStages = {
  no_event_name: 'normalized',
  no_distinct_id: 'normalized',
  empty_distinct_id: 'normalized',
  nested_too_deeply: 'normalized',
  duplicate: 'stored',
  session_recording: 'stored',
  not_found: 'received',
  method_not_allowed: 'received',
  request_too_large: 'received',
  overloaded: 'received',
  body_timeout: 'received',
  invalid_payload: 'decoded',
  no_data: 'decoded',
  missing_distinct_id: 'decoded',
  invalid_input: 'decoded',
  invalid_choice: 'decoded',
  required: 'decoded',
  null: 'decoded',
  blank: 'decoded',
  max_length: 'decoded',
  missing_api_key: 'keyed',
  invalid_api_key: 'keyed',
  invalid_personal_api_key: 'keyed',
  invalid_project: 'keyed',
  invalid_session: 'keyed',
  not_authenticated: 'keyed',
  permission_denied: 'keyed',
  fetch_team_fail: 'keyed',
  archive_full: 'stored',
  storage_unavailable: 'stored',
  error: 'stored',
} as const satisfies Record<EventReason, StageName>;

/** The fields that cause the same drop when an event is sent again; null: it cannot be sent again. */
export const droppedAgain: Record<DropReason, JsonObject | null> = {
  no_event_name: {},
  no_distinct_id: {},
  empty_distinct_id: { distinct_id: '' },
  session_recording: {},
  duplicate: null,
  nested_too_deeply: null,
};
