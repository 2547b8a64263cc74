import type { z } from 'zod';
import { errorBody } from '#server/core/contract.ts';
import { parseJson } from '#server/core/json/parse-json-contract.ts';
import { ApiFailure, ServerUnreachable, UnexpectedAnswer } from './errors.ts';
import { apiWords } from './words.ts';

type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

export type HttpOptions = {
  /** Of another server than the one of this page. */
  origin?: string;
  /** Undefined, null and '' are left out; a list repeats its name. */
  query?: Query | undefined;
  signal?: AbortSignal | undefined;
  /** Bearer token; without it the request opens nothing. */
  token?: string | undefined;
  /** Sent as JSON. */
  body?: unknown;
};

/**
 * Sends a request. Throws ApiFailure, ServerUnreachable or UnexpectedAnswer; an aborted request throws the signal's
 * reason.
 */
export async function request(method: string, path: string, options: HttpOptions): Promise<Response> {
  const { origin = '', query, signal, token, body } = options;
  const headers = new Headers({ Accept: 'application/json' });
  // A header takes no other characters, and no key has them: a masked one has "…".
  if (token !== undefined) headers.set('Authorization', `Bearer ${token.trim().replaceAll(/[^!-~]/g, '?')}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  // This server never redirects: another program does, and must not pass the token on.
  const init: RequestInit = { method, headers, signal: signal ?? null, redirect: 'error' };
  if (body !== undefined) init.body = JSON.stringify(body);
  const response = await fetch(origin + withQuery(path, query), init).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ServerUnreachable(error);
  });
  if (response.ok) return response;
  throw await failure(response, path);
}

/** Parses the JSON of an answer with the contract's schema. Throws UnexpectedAnswer, or ServerUnreachable when it breaks off. */
export async function parsedAnswer<Schema extends z.ZodType>(
  response: Response,
  path: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const parsed = schema.safeParse(await json(response, path));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UnexpectedAnswer(path, `${issue?.path.join('.')}: ${issue?.message}`, parsed.error);
}

async function failure(response: Response, path: string): Promise<Error> {
  const parsed = errorBody.safeParse(await response.json().catch(() => null));
  if (parsed.success) return new ApiFailure(response.status, parsed.data);
  // The server always names the failure: this is a proxy (the development server's) that cannot reach it.
  if (response.status >= 500) return new ServerUnreachable(`status ${response.status}`);
  return new UnexpectedAnswer(path, apiWords.noErrorBody(response.status));
}

async function json(response: Response, path: string): Promise<unknown> {
  try {
    return parseJson(await response.text());
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnexpectedAnswer(path, apiWords.notJson, error);
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ServerUnreachable(error);
  }
}

function withQuery(path: string, query: Query = {}): string {
  const url = new URL(path, 'http://server');
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null && one !== '') url.searchParams.append(name, String(one));
    }
  }
  return url.pathname + url.search;
}
