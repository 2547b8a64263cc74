import type { z } from 'zod';
import { ApiFailure, ServerUnreachable } from './errors.ts';
import { type HttpOptions, parsedAnswer, request } from './http.ts';
import { forgetToken, sessionToken } from './session.ts';

export type RequestOptions = Pick<HttpOptions, 'query' | 'signal'>;

/**
 * GETs `path` (of this server, with or without query) and parses the answer with the contract's schema.
 * Throws ApiFailure, ServerUnreachable, SignedOut or UnexpectedAnswer; an aborted request throws the signal's reason.
 */
export function get<Schema extends z.ZodType>(path: string, schema: Schema, options: RequestOptions = {}) {
  return send('GET', path, schema, undefined, options);
}

const sending =
  (method: string) =>
  <Schema extends z.ZodType>(path: string, body: unknown, schema: Schema, options?: RequestOptions) =>
    send(method, path, schema, body, options);
export const post = sending('POST');
export const patch = sending('PATCH');
export const put = sending('PUT');

/** DELETEs `path`; the answer has no body. */
export async function remove(path: string, options?: RequestOptions): Promise<void> {
  await exchange('DELETE', path, { ...options });
}

/** GETs `path` as the file it is (CSV): the token goes in a header, so a plain link cannot do it. */
export async function download(path: string, options?: RequestOptions): Promise<Blob> {
  const response = await exchange('GET', path, { ...options });
  return response.blob().catch((error: unknown) => {
    throw new ServerUnreachable(error);
  });
}

/** Returns the path of `next` or `previous`: behind a proxy their origin is not the window's. */
export function pathOf(absoluteUrl: string): string {
  const url = new URL(absoluteUrl);
  return url.pathname + url.search;
}

function send<Schema extends z.ZodType>(
  method: string,
  path: string,
  schema: Schema,
  body: unknown,
  options: RequestOptions = {},
): Promise<z.infer<Schema>> {
  return checked(async () => parsedAnswer(await exchange(method, path, { ...options, body }), path, schema));
}

/** Sends the token of this run. One that is refused may be of the run before: the server is asked to prove itself again. */
async function exchange(method: string, path: string, options: HttpOptions): Promise<Response> {
  const token = await sessionToken();
  try {
    return await checked(() => request(method, path, { ...options, token }));
  } catch (error) {
    if (!(error instanceof ApiFailure && error.status === 401)) throw error;
    const renewed = await sessionToken(token);
    return checked(() => request(method, path, { ...options, token: renewed }));
  }
}

/** Requires a new proof of the server after no answer or a foreign one: another program may have its address. */
async function checked<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isAbort = error instanceof DOMException && error.name === 'AbortError';
    if (!isAbort && !(error instanceof ApiFailure)) forgetToken();
    throw error;
  }
}
