import { errorBody } from '#server/core/contract.ts';
import type { EventDetail } from '#server/events/contract.ts';
import { ApiFailure, ServerUnreachable, UnexpectedAnswer } from '../../api/errors.ts';

/** A request to a public endpoint; `body` is sent as it stands. `uuid` is that of the one event in it, where known. */
export type Outgoing = { path: string; body: string; uuid: string | null };

/**
 * The event as one POST to /capture/, with a new uuid so that it is not taken for a repetition. Its time is left out: it
 * happens again now.
 */
export function outgoingEvent(event: EventDetail, apiKey: string, uuid: string): Outgoing {
  const payload: Record<string, unknown> = { api_key: apiKey };
  if (event.event !== null) payload.event = event.event;
  if (event.distinct_id !== null) payload.distinct_id = event.distinct_id;
  payload.properties = withoutIdentity(event.properties);
  payload.uuid = uuid;
  return { path: '/capture/', body: JSON.stringify(payload, null, 2), uuid };
}

/** What an app puts beside its own properties to name itself; sent again, it would speak for the old key. */
function withoutIdentity(properties: Record<string, unknown>): Record<string, unknown> {
  const { token: _token, api_key: _key, ...rest } = properties;
  return rest;
}

/**
 * How the event can be sent again. A rejected request has no event of its own: its body is sent as it came, if the log
 * still has all of it. `missing` says why nothing can be sent.
 */
export function resendable(event: EventDetail, apiKey: string, uuid: string): Outgoing | { missing: string } {
  if (event.truncated !== undefined) return { missing: 'Large values are cut here. Load all of the event first.' };
  if (event.status !== 'rejected') return outgoingEvent(event, apiKey, uuid);
  const { request } = event;
  if (request === null) return { missing: 'The request is older than the request log reaches.' };
  if (request.body_encoding === 'sha256')
    return { missing: 'The body could not be unpacked, so only its hash was kept.' };
  if (request.body_truncated) return { missing: 'Only the first 64 KiB of the body were kept.' };
  const path = request.path.startsWith('/') ? request.path : `/${request.path}`;
  return { path, body: request.body, uuid: null };
}

/** POSTs without the window's own key. Throws as the API does: ApiFailure, ServerUnreachable. */
export async function sendPublic({ path, body }: Outgoing): Promise<void> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
  const response = await fetch(path, init).catch((error: unknown) => {
    throw new ServerUnreachable(error);
  });
  if (response.ok) return;
  const answer = errorBody.safeParse(await response.json().catch(() => null));
  if (answer.success) throw new ApiFailure(response.status, answer.data);
  throw new UnexpectedAnswer(path, `status ${response.status} without an error body`);
}
