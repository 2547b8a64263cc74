import { createServer, type ServerResponse } from 'node:http';
import { expect, vi } from 'vitest';
import type { Definitions } from '../../projects/definitions/definitions-contract.ts';
import { listenLocally } from '../../testing/listening.ts';
import { personalKey, startTestServer, type TestServer } from '../../testing/server.ts';

type Options = NonNullable<Parameters<typeof startTestServer>[0]>;
type Source = Pick<TestServer, 'api'>;

/** Returns settings that take the definitions of a server, at an interval that suits tests. */
export const definitionsOf = (url: string) => ({ url, key: personalKey, everyMs: 20 });

export const startFollower = ({ url }: { url: string }, options: Options = {}) =>
  startTestServer({ ...options, definitions: definitionsOf(url) });

export const tablesOf = async ({ api }: Source) => ((await api('GET', '/api/definitions/')).body as Definitions).tables;

/** Settles once a follower has exactly the definitions of its source. */
export const untilTaken = (source: Source, follower: Source) =>
  vi.waitFor(async () => expect(await tablesOf(follower)).toEqual(await tablesOf(source)), {
    timeout: 20_000,
    interval: 20,
  });

export async function definitionsStatusOf({ api }: Source) {
  const { body } = await api('GET', '/api/status/');
  return (body as { definitions: { state: string; error: string | null } | null }).definitions;
}

/** Settles once definitions can no longer be taken, with the reason. */
export const untilStale = ({ api }: Source) =>
  vi.waitFor(
    async () => {
      const status = await definitionsStatusOf({ api });
      expect(status).toMatchObject({ state: 'stale', error: expect.any(String) });
      return status?.error ?? '';
    },
    { timeout: 20_000, interval: 20 },
  );

/** Sends a request that must succeed; returns its body. */
export async function done({ api }: Source, method: string, path: string, body?: unknown): Promise<{ id: number }> {
  const answer = await api(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as { id: number };
}

export type Answer = (response: ServerResponse, whole: Definitions) => void;

/** Stands between a source and its follower, as a proxy does. */
export async function startProxy(source: () => { url: string }) {
  const proxy = {
    url: '',
    /** Replaces the definitions of the source, unless undefined. */
    answer: undefined as Answer | undefined,
    /** Called after each answer. */
    answered: () => {},
    close: () => server.close(),
  };
  const server = createServer(async (request, response) => {
    const headers = { authorization: request.headers.authorization ?? '' };
    try {
      const real = await fetch(source().url + request.url, { headers });
      const text = await real.text();
      if (proxy.answer !== undefined) proxy.answer(response, JSON.parse(text));
      else response.writeHead(real.status, { ETag: real.headers.get('etag') ?? '' }).end(text, () => proxy.answered());
    } catch {
      response.destroy();
    }
  });
  proxy.url = await listenLocally(server);
  return proxy;
}
