import { errorBody } from '#server/core/contract.ts';
import type { EventDetail, Request } from '#server/events/contract.ts';
import { testRunPlaces } from '#server/test-runs/contract.ts';
import { ApiFailure, ServerUnreachable, UnexpectedAnswer } from '../../api/errors.ts';
import { apiWords } from '../../api/words.ts';
import { earlyWords } from './early-words.ts';

/**
 * A request to a public endpoint; `path` is with its query. `body` is sent unchanged, or as the data of a form. `only` is what its
 * only event has, null where it is not known.
 */
export type Outgoing = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  isForm: boolean;
  only: { uuid: string | null; event: string | null } | null;
};

/** Returns a POST of JSON. */
export const jsonPost = (path: string, body: string, only: Outgoing['only'] = null): Outgoing => ({
  method: 'POST',
  path,
  headers: { 'Content-Type': 'application/json' },
  body,
  isForm: false,
  only,
});

/** Returns the event as a POST to /capture/, with a new uuid (the old one is a duplicate) and without its timestamp. */
export function outgoingEvent(event: EventDetail, apiKey: string, uuid: string): Outgoing {
  const payload: Record<string, unknown> = { api_key: apiKey };
  if (event.event !== null) payload.event = event.event;
  if (event.distinct_id !== null) payload.distinct_id = event.distinct_id;
  payload.properties = withoutIdentity(event.properties);
  payload.uuid = uuid;
  return jsonPost('/capture/', JSON.stringify(payload, null, 2), { uuid, event: event.event });
}

/** Removes the key among the properties, which would override the current one. */
function withoutIdentity(properties: Record<string, unknown>): Record<string, unknown> {
  const { token: _token, api_key: _key, ...rest } = properties;
  return rest;
}

/**
 * Returns the request that sends the event again, or why there is none (`missing`). A rejected request has no event, so it is sent
 * as it came if the log has all of it; `lacks` says what it then lacks.
 */
export function resendable(
  event: EventDetail,
  apiKey: string,
  uuid: string,
): (Outgoing & { lacks: string | null }) | { missing: string } {
  if (event.truncated !== undefined) return { missing: earlyWords.missing.truncated };
  if (event.status !== 'rejected') return { ...outgoingEvent(event, apiKey, uuid), lacks: null };
  const { request } = event;
  if (request === null) return { missing: earlyWords.missing.noRequest };
  if (request.body_encoding === 'sha256') return { missing: earlyWords.missing.notDecoded };
  if (request.body_truncated) return { missing: earlyWords.missing.cut(request.body.length) };
  const lacks = request.not_kept === null ? null : earlyWords.lacks[request.not_kept];
  return { ...sameRequest(request), lacks };
}

/** Headers that say what a body is, and where its events go. */
const keptHeaders = ['content-type', testRunPlaces.header.toLowerCase()];

/** Returns the request as it came, without its compression: the log has the decompressed body. */
function sameRequest({
  method,
  path,
  query,
  headers,
  body,
  body_bytes: sent,
  decoded_bytes: decoded,
}: Request): Outgoing {
  const kept = keptHeaders.filter((name) => headers[name] !== undefined);
  const type = headers['content-type'] ?? '';
  return {
    method,
    path: (path.startsWith('/') ? path : `/${path}`) + queryOf(decoded === null ? query : withoutCompression(query)),
    headers: Object.fromEntries(kept.map((name) => [name, headers[name] ?? ''])),
    body,
    // Clients such as curl call a body of JSON a form too.
    isForm: type.startsWith('application/x-www-form-urlencoded') && decoded !== null && decoded !== sent,
    only: null,
  };
}

const queryOf = (query: string) => (query === '' ? '' : `?${query}`);

const withoutCompression = (query: string) =>
  query
    .split('&')
    .filter((part) => !part.startsWith('compression='))
    .join('&');

/** Returns the body as it is sent; null for GET and HEAD, which have none. */
export function sentBody({ method, body, isForm }: Outgoing): string | null {
  if (method === 'GET' || method === 'HEAD') return null;
  return isForm ? `data=${encodeURIComponent(body)}` : body;
}

/** A public endpoint received the request, and rejected it. */
export class RejectedRequest extends ApiFailure {}

/** Sends without the session's token. Throws RejectedRequest, ServerUnreachable or UnexpectedAnswer. */
export async function sendPublic(outgoing: Outgoing): Promise<void> {
  const { method, path, headers } = outgoing;
  const init = { method, headers, body: sentBody(outgoing) };
  const response = await fetch(location.origin + path, init).catch((error: unknown) => {
    throw new ServerUnreachable(error);
  });
  if (response.ok) return;
  const answer = errorBody.safeParse(await response.json().catch(() => null));
  if (answer.success) throw new RejectedRequest(response.status, answer.data);
  throw new UnexpectedAnswer(path, apiWords.noErrorBody(response.status));
}
