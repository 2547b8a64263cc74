import type { z } from 'zod';
import { errorBody } from '#server/http/contract.ts';
import { ApiFailure, ServerUnreachable, UnexpectedAnswer } from './errors.ts';
import { lockSession, sessionKey } from './session.ts';

type Query = Record<string, string | number | boolean | null | undefined>;
export type RequestOptions = {
  /** Undefined, null and '' are left out. */
  query?: Query;
  signal?: AbortSignal | undefined;
  /** Another key than the session's: to try one before it becomes that. */
  key?: string;
};

/**
 * GETs `path` (of this server, with or without query) and parses the answer with the contract's schema.
 * Throws ApiFailure, ServerUnreachable or UnexpectedAnswer; an aborted request throws the signal's reason.
 */
export function get<Schema extends z.ZodType>(path: string, schema: Schema, options: RequestOptions = {}) {
  return send('GET', path, schema, undefined, options);
}

export function post<Schema extends z.ZodType>(path: string, body: unknown, schema: Schema, options?: RequestOptions) {
  return send('POST', path, schema, body, options);
}

export function patch<Schema extends z.ZodType>(path: string, body: unknown, schema: Schema, options?: RequestOptions) {
  return send('PATCH', path, schema, body, options);
}

/** DELETEs `path`; the answer has no body. */
export async function remove(path: string, options?: RequestOptions): Promise<void> {
  await exchange('DELETE', path, undefined, options ?? {});
}

/** GETs `path` as the file it is (CSV): the key goes in a header, so a plain link cannot do it. */
export async function download(path: string, options?: RequestOptions): Promise<Blob> {
  const response = await exchange('GET', path, undefined, options ?? {});
  return response.blob().catch((error: unknown) => {
    throw new ServerUnreachable(error);
  });
}

/** `next` and `previous` are absolute; behind a proxy their origin is not the window's, so only the rest is used. */
export function pathOf(absoluteUrl: string): string {
  const url = new URL(absoluteUrl);
  return url.pathname + url.search;
}

async function send<Schema extends z.ZodType>(
  method: string,
  path: string,
  schema: Schema,
  body: unknown,
  options: RequestOptions = {},
): Promise<z.infer<Schema>> {
  const response = await exchange(method, path, body, options);
  const parsed = schema.safeParse(await json(response, path));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UnexpectedAnswer(path, `${issue?.path.join('.')}: ${issue?.message}`, parsed.error);
}

async function exchange(method: string, path: string, body: unknown, options: RequestOptions): Promise<Response> {
  const key = options.key ?? sessionKey();
  const headers = new Headers({ Accept: 'application/json' });
  if (key !== null) headers.set('Authorization', `Bearer ${key}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const init: RequestInit = { method, headers, signal: options.signal ?? null };
  if (body !== undefined) init.body = JSON.stringify(body);
  const response = await fetch(withQuery(path, options.query), init).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw new ServerUnreachable(error);
  });
  if (response.ok) return response;
  if (response.status === 401) lockSession(key);
  throw await failure(response, path);
}

async function failure(response: Response, path: string): Promise<Error> {
  const parsed = errorBody.safeParse(await response.json().catch(() => null));
  if (parsed.success) return new ApiFailure(response.status, parsed.data);
  // The server itself always says what failed: this is a proxy in front (the development server's) that finds none.
  if (response.status >= 500) return new ServerUnreachable(`status ${response.status}`);
  return new UnexpectedAnswer(path, `status ${response.status} without an error body`);
}

async function json(response: Response, path: string): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnexpectedAnswer(path, 'not JSON', error);
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ServerUnreachable(error);
  }
}

function withQuery(path: string, query: Query = {}): string {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') url.searchParams.set(name, String(value));
  }
  return url.pathname + url.search;
}
