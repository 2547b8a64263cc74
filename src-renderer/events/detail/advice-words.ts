import { maxBodyMb, maxJsonLevels } from '#server/core/contract.ts';
import type { EventReason } from '#server/events/reason-contract.ts';

const invalidField = 'The Pipeline tab names the field, what it must be, and what came.';

/** What to do about a drop or a rejection. Apart from the words, which the first screen loads. */
export const reasonAdvice = {
  no_event_name: 'Send the name as “event”, a text beside “distinct_id”. Without one there is nothing to count.',
  no_distinct_id:
    'Send who did it as “distinct_id”. An SDK adds it by itself; by hand it goes beside “event” or into “properties”.',
  empty_distinct_id:
    'The “distinct_id” was there but null, blank or a number out of range. Often the user was not loaded yet when the event was captured: wait for it, or send an anonymous id.',
  nested_too_deeply: `The properties are more than ${maxJsonLevels} levels deep, most likely because an object contains itself. Send flat values.`,
  duplicate:
    'An event with this uuid is already stored, usually because an SDK retried. If these are two events, give each its own uuid.',
  session_recording:
    'Benchtop answers session recordings but does not keep them. Turn recording off in the SDK to save the traffic: disable_session_recording: true.',
  invalid_payload:
    'The body is not JSON of the expected shape, or its compression is not the declared one. Check the Raw tab, the compression and the Content-Type.',
  no_data: 'The request carried nothing. Send the event as the body of a POST, or as the form field “data”.',
  missing_api_key: 'Send the project key as “api_key” (or “token”) in the body. “Connect an app” has it ready to copy.',
  invalid_api_key:
    'The Pipeline tab says whether the key is unknown or revoked. Send the one under “Connect an app”; keys from PostHog do not work here.',
  invalid_personal_api_key:
    'The Pipeline tab says what is wrong with the key. Events need the project key (phc_); flag definitions need a personal key (phx_) from Settings › Personal keys.',
  invalid_project:
    'With a personal key, “project_id” has to name a project of this server. Use its project key instead.',
  request_too_large: `A request must be under ${maxBodyMb} MB, before and after decompression. Send smaller batches.`,
  overloaded:
    'The server received more request bodies at once than it can hold. Retry after “Retry-After” seconds, with smaller or fewer batches.',
  body_timeout:
    'The body did not arrive in time, so its connection was closed. Check the network and the client, then send again.',
  not_found:
    'The Pipeline tab says what was not found. Check the address of the request. Scripts fit one version of posthog-js only: use the same one, or turn off what needs the script.',
  method_not_allowed: 'Events and flag requests are sent by POST. The Pipeline tab says what came.',
  fetch_team_fail:
    'The database failed while the key was looked up; the client may retry. The status bar shows the state of the storage.',
  invalid_session: 'Sign in again, or send a personal API key as the Bearer token.',
  not_authenticated: 'Send a personal API key as “Authorization: Bearer phx_…”.',
  permission_denied: 'The key may not do this. Use the project key, or a personal key with write access.',
  missing_distinct_id: 'Send the person to evaluate flags for as “distinct_id”.',
  invalid_input: invalidField,
  invalid_choice: invalidField,
  required: invalidField,
  null: invalidField,
  blank: invalidField,
  max_length: invalidField,
  error: 'The log of the server has the cause. The client may send the request again.',
  archive_full: 'ClickHouse does not take events as fast as they arrive. Repair it, or raise --events-max-waiting.',
  storage_unavailable:
    'Neither the database nor the spool could be written. Check the free space of the data folder, then send again.',
} satisfies Record<EventReason, string>;
