import { expect, test, vi } from 'vitest';
import { projectKey } from '../testing/server.ts';
import { serverForEach } from '../testing/server-hooks.ts';

/** 64-bit ids that are the same number in JavaScript. */
const first = '1234567890123456781';
const second = '1234567890123456782';
const project = '/api/projects/1';

const server = serverForEach();

const post = async (path: string, json: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}${path}`, { method: 'POST', body: json, headers });
  expect(response.ok).toBe(true);
  return (await response.json()) as Record<string, unknown>;
};
const results = async (path: string) =>
  ((await server.api('GET', `${project}/${path}`)).body as { results: Record<string, unknown>[] }).results;

test('distinct 64-bit ids sent as numbers are distinct people, on every path', async () => {
  await post('/capture/', `{"api_key":"${projectKey}","event":"a","distinct_id":${first}}`);
  await post(
    '/batch/',
    `{"api_key":"${projectKey}","batch":[{"event":"a","properties":{"distinct_id":${second},"order":${first}}}]}`,
  );
  const form = new URLSearchParams({ data: `{"api_key":"${projectKey}","event":"a","distinct_id":${first}}` });
  await post('/e/', String(form), { 'Content-Type': 'application/x-www-form-urlencoded' });
  expect((await results('events/')).map((event) => event.distinct_id)).toEqual([first, second, first]);
  expect(await results(`events/?distinct_id=${second}`)).toMatchObject([{ properties: { order: first } }]);
  expect(await results('persons/')).toHaveLength(2);
});

test('saved conditions with such a number match only it, in flags and actions', async () => {
  const condition = `{"key":"account","value":${first},"type":"person"}`;
  const authorization = { Authorization: `Bearer ${server.personalKey}` };
  const flag = `{"key":"big","filters":{"groups":[{"properties":[${condition}],"rollout_percentage":100}]}}`;
  await post(`${project}/feature_flags/`, flag, authorization);
  const decide = async (account: string) =>
    (
      await post(
        '/decide/?v=3',
        `{"api_key":"${projectKey}","distinct_id":${first},"person_properties":{"account":${account}}}`,
      )
    ).featureFlags;
  expect(await decide(first)).toEqual({ big: true });
  expect(await decide(second)).toEqual({ big: false });

  const steps = `[{"event":"paid","properties":[{"key":"account","value":${first}}]}]`;
  await post(`${project}/actions/`, `{"name":"Paid","steps":${steps}}`, authorization);
  const event = (account: string) => `{"event":"paid","distinct_id":"p","properties":{"account":${account}}}`;
  await post('/batch/', `{"api_key":"${projectKey}","batch":[${event(first)},${event(second)}]}`);
  await vi.waitFor(
    async () => {
      const { body } = await server.api('GET', `${project}/actions/1/count/`);
      expect(body).toMatchObject({ count: 1 });
    },
    { timeout: 30_000 },
  );
});
