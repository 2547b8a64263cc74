import { z } from 'zod';
import { errorBody } from '#server/core/contract.ts';
import { ApiFailure, ServerUnreachable, UnexpectedAnswer } from './errors.ts';
import { apiWords } from './words.ts';

/** The one server that a simulation, or the command line, talks to. */
export type ConnectedServer = {
  /** A management request. Throws ApiFailure, ServerUnreachable or UnexpectedAnswer, and the signal's reason once aborted. */
  ask<Schema extends z.ZodType>(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    schema: Schema,
    body?: unknown,
  ): Promise<z.infer<Schema>>;
  remove(path: string): Promise<void>;
  /** A public request, as an app sends it: the key is in the body. */
  send<Schema extends z.ZodType>(path: string, schema: Schema, body: unknown): Promise<z.infer<Schema>>;
};

/** What capture answers. */
export const received = z.object({ status: z.literal(1) });

/** Returns requests to a server. `url` is the origin; `key` a personal key, or what gives the token of a session for each request. */
export function connect(url: string, key: string | (() => Promise<string>), signal?: AbortSignal): ConnectedServer {
  const exchange = async (method: string, path: string, body: unknown, headers: Record<string, string>) => {
    const init: RequestInit = { method, headers, signal: signal ?? null, redirect: 'error' };
    if (body !== undefined) {
      init.body = JSON.stringify(body);
      headers['Content-Type'] = 'application/json';
    }
    const response = await fetch(url + path, init).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw new ServerUnreachable(error);
    });
    const text = await response.text();
    const answer = text === '' ? null : parsed(text);
    if (response.ok) return answer;
    const failure = errorBody.safeParse(answer);
    if (failure.success) throw new ApiFailure(response.status, failure.data);
    throw new UnexpectedAnswer(path, apiWords.noErrorBody(response.status));
  };
  const read = <Schema extends z.ZodType>(path: string, schema: Schema, answer: unknown): z.infer<Schema> => {
    const result = schema.safeParse(answer);
    if (result.success) return result.data;
    const issue = result.error.issues[0];
    throw new UnexpectedAnswer(path, `${issue?.path.join('.')}: ${issue?.message}`, result.error);
  };
  const authorized = async () => ({ Authorization: `Bearer ${typeof key === 'string' ? key : await key()}` });
  return {
    ask: async (method, path, schema, body) =>
      read(path, schema, await exchange(method, path, body, await authorized())),
    remove: async (path) => void (await exchange('DELETE', path, undefined, await authorized())),
    send: async (path, schema, body) => read(path, schema, await exchange('POST', path, body, {})),
  };
}

/** Parses JSON; undefined for other text, which the schema or the error body then reports. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
