import { z } from 'zod';
import { parsedAnswer, request } from './http.ts';

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
  const exchange = (method: string, path: string, body?: unknown, token?: string) =>
    request(method, path, { origin: url, body, token, signal });
  const token = async () => (typeof key === 'string' ? key : key());
  return {
    ask: async (method, path, schema, body) =>
      parsedAnswer(await exchange(method, path, body, await token()), path, schema),
    remove: async (path) => void (await exchange('DELETE', path, undefined, await token())),
    send: async (path, schema, body) => parsedAnswer(await exchange('POST', path, body), path, schema),
  };
}
