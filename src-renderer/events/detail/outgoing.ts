import { errorBody } from '#server/core/contract.ts';
import type { EventDetail } from '#server/events/contract.ts';
import { ApiFailure, ServerUnreachable, UnexpectedAnswer } from '../../api/errors.ts';
import { apiWords } from '../../api/words.ts';
import { earlyWords } from './early-words.ts';

/** A request to a public endpoint; `body` is sent unchanged. `only` is what its only event has, null where it is not known. */
export type Outgoing = { path: string; body: string; only: { uuid: string | null; event: string | null } | null };

/** Returns the event as a POST to /capture/, with a new uuid (the old one is a duplicate) and without its timestamp. */
export function outgoingEvent(event: EventDetail, apiKey: string, uuid: string): Outgoing {
  const payload: Record<string, unknown> = { api_key: apiKey };
  if (event.event !== null) payload.event = event.event;
  if (event.distinct_id !== null) payload.distinct_id = event.distinct_id;
  payload.properties = withoutIdentity(event.properties);
  payload.uuid = uuid;
  return { path: '/capture/', body: JSON.stringify(payload, null, 2), only: { uuid, event: event.event } };
}

/** Removes the key among the properties, which would override the current one. */
function withoutIdentity(properties: Record<string, unknown>): Record<string, unknown> {
  const { token: _token, api_key: _key, ...rest } = properties;
  return rest;
}

/**
 * Returns the request that sends the event again, or why there is none (`missing`). A rejected request has no event, so its
 * body is sent unchanged if the log has all of it.
 */
export function resendable(event: EventDetail, apiKey: string, uuid: string): Outgoing | { missing: string } {
  if (event.truncated !== undefined) return { missing: earlyWords.missing.truncated };
  if (event.status !== 'rejected') return outgoingEvent(event, apiKey, uuid);
  const { request } = event;
  if (request === null) return { missing: earlyWords.missing.noRequest };
  if (request.body_encoding === 'sha256') return { missing: earlyWords.missing.notDecoded };
  if (request.body_truncated) return { missing: earlyWords.missing.cut };
  const path = request.path.startsWith('/') ? request.path : `/${request.path}`;
  return { path, body: request.body, only: null };
}

/** POSTs without the session's token. Throws ApiFailure, ServerUnreachable or UnexpectedAnswer. */
export async function sendPublic({ path, body }: Outgoing): Promise<void> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
  const response = await fetch(path, init).catch((error: unknown) => {
    throw new ServerUnreachable(error);
  });
  if (response.ok) return;
  const answer = errorBody.safeParse(await response.json().catch(() => null));
  if (answer.success) throw new ApiFailure(response.status, answer.data);
  throw new UnexpectedAnswer(path, apiWords.noErrorBody(response.status));
}
