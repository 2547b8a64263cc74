import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { projectKey } from '../testing/server.ts';
import { serverForEach } from '../testing/server-hooks.ts';

/** 64-bit ids that are the same number in JavaScript. */
const first = '1234567890123456781';
const second = '1234567890123456782';
const project = '/api/projects/1';

const server = serverForEach();

const authorization = () => ({ Authorization: `Bearer ${server.personalKey}` });
const post = async (path: string, json: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}${path}`, { method: 'POST', body: json, headers });
  expect(response.ok).toBe(true);
  return (await response.json()) as Record<string, unknown>;
};
const capture = (properties: string, name = 'a', id = 'ann') =>
  post('/capture/', `{"api_key":"${projectKey}","event":"${name}","distinct_id":"${id}","properties":${properties}}`);
const send = (...events: string[]) => post('/batch/', `{"api_key":"${projectKey}","batch":[${events}]}`);
/** Returns an answer as it is sent: JSON.parse rounds it. */
const textOf = async (path: string, of = project) =>
  (await fetch(`${server.url}${of}/${path}`, { headers: authorization() })).text();
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
  expect(await textOf(`events/?distinct_id=${second}`)).toContain(`"order":${first}`);
  expect(await results('persons/')).toHaveLength(2);
});

test('groups, aliases and names of events may be such numbers', async () => {
  await send(
    `{"event":"a","distinct_id":"ann","properties":{"$groups":{"company":${first}}}}`,
    `{"event":"$identify","distinct_id":${first},"properties":{"$anon_distinct_id":${second}}}`,
    `{"event":${second},"distinct_id":"ann"}`,
  );
  expect(await results('groups/?group_type=company')).toMatchObject([{ group_key: first }]);
  expect(await results(`persons/?distinct_id=${first}`)).toMatchObject([{ distinct_ids: [first, second] }]);
  expect(await results(`events/?event=${second}`)).toMatchObject([
    { warnings: [{ code: 'event_name_not_text', detail: 'The event name was a number; it was converted to text.' }] },
  ]);
  const long = '7'.repeat(300);
  await send(
    `{"event":${long},"distinct_id":"bob"}`,
    `{"event":"$identify","distinct_id":"bob","properties":{"$anon_distinct_id":${long}}}`,
  );
  const cut = long.slice(0, 200);
  expect(await results(`events/?event=${cut}`)).toMatchObject([{ warnings: [{}, { code: 'event_name_cut' }] }]);
  expect(await results(`persons/?distinct_id=${cut}`)).toMatchObject([{ distinct_ids: ['bob', cut] }]);
});

const around = (center: bigint) => fc.bigInt({ min: center - 3n, max: center + 3n });
const integer = fc
  .tuple(fc.oneof(...[2n ** 53n, 2n ** 63n, 2n ** 64n, 10n ** 21n, 10n ** 300n].map(around)), fc.boolean())
  .map(([size, isNegative]) => (isNegative ? -size : size));
const sentValue = fc.oneof(
  integer.map(String),
  integer.map((each) => `"${each}"`),
);

test('integers of any size are answered as numbers with their digits, and text stays text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sentValue, { minLength: 1, maxLength: 5 }), fc.nat(), async (values, name) => {
      const sent = `{"list":[${values}],"in":{"one":${values[0]}}}`;
      await capture(`{"sent":${sent},"$set":{"sent":${sent}}}`, `e${name}`, `p${name}`);
      const list = await textOf(`events/?event=e${name}&limit=1`);
      expect(list).toContain(`"sent":${sent}`);
      expect(await textOf(`events/${JSON.parse(list).results[0].uuid}/`)).toContain(`"sent":${sent}`);
      expect(await textOf(`persons/?distinct_id=p${name}`)).toContain(`"properties":{"sent":${sent}}`);
    }),
    { numRuns: 25 },
  );
});

test('recordings, suggestions, differences and CSV have all digits, and replays and relays store them', async () => {
  const other = await server.inNewProject();
  await server.api('PATCH', `${project}/relay/`, {
    address: server.url,
    api_key: other.projectKey,
    allow_local: true,
    mode: 'on',
  });
  await capture(`{"account":${first},"text":"${second}"}`);
  const recording = await textOf('recording/');
  expect(recording).toContain(`"account":${first},"text":"${second}"`);
  const events = recording.replace('{"events":[{', '{"events":[{"position":0,').replace(/,"left_out".*/, '}');
  await post(`${project}/recording/replay/?test_run=again`, events, authorization());
  expect(await textOf('events/?test_run=again')).toContain(`"account":${first},"text":"${second}"`);
  expect(await textOf('events/property_values/?key=account')).toContain(`{"value":${first},"count":2}`);
  expect(await textOf('events/property_values/?key=text')).toContain(`{"value":"${second}","count":2}`);
  expect(await textOf('persons/?format=csv')).not.toContain('e+');
  await vi.waitFor(
    async () => {
      const relayed = await textOf('events/', `/api/projects/${other.projectId}`);
      expect(relayed).toContain(`"account":${first},"text":"${second}"`);
    },
    { timeout: 30_000 },
  );
});

test('conditions on properties lose no digit', async () => {
  await send(
    ...[first, second].map((account) => `{"event":"a","distinct_id":"p","properties":{"account":${account}}}`),
    `{"event":"a","distinct_id":"p","properties":{"account":"${first}"}}`,
  );
  const found = async (operator: string, value: string) => {
    const text = await textOf(
      `events/?properties=${encodeURIComponent(`[{"key":"account","operator":"${operator}","value":${value}}]`)}`,
    );
    return [...text.matchAll(/"account":("?\d+"?)/g)].map(([, account]) => account).toReversed();
  };
  for (const value of [first, `"${first}"`]) {
    expect(await found('exact', value)).toEqual([first, `"${first}"`]);
    expect(await found('is_not', value)).toEqual([second]);
    expect(await found('gt', value)).toEqual([second]);
    expect(await found('lte', value)).toEqual([first, `"${first}"`]);
  }
  expect(await found('icontains', `"${second.slice(-3)}"`)).toEqual([second]);
  expect(await found('lt', '1e19')).toHaveLength(3);
});

test('such a number is a number for types, schemas and the tracking plan', async () => {
  await capture(`{"account":${first},"$benchtop_test_run":"t"}`);
  expect(await results('events/?property_types=[{"key":"account","type":"number"}]')).toHaveLength(1);
  const check = async (schema: object) =>
    (await server.api('POST', `${project}/test_runs/t/check/`, { expectations: [{ event: 'a', schema }] })).body;
  expect(await check({ properties: { account: { type: 'integer' } } })).toMatchObject({ status: 'passed' });
  expect(JSON.stringify(await check({ properties: { account: { maximum: 5 } } }))).toContain(`"got":"${first}"`);
  const lock = `{"event":"a","schema":{"properties":{"account":{"const":${first}}}}}`;
  const path = `${project}/tracking_plan/lock/`;
  await fetch(`${server.url}${path}`, { method: 'PUT', body: lock, headers: authorization() });
  await capture(`{"account":${first}}`);
  await capture('{"account":5}');
  const warned = (await results('events/?event=a')).map(({ warnings }) => (warnings as object[]).length);
  expect(warned).toEqual([1, 0, 0]);
});

test('the schema of an expectation keeps such a number, checked at once or stored', async () => {
  await capture(`{"account":${first},"$benchtop_test_run":"t"}`);
  const account = `{"maximum":9223372036854775807,"const":${first}}`;
  const rule = `{"event":"a","schema":{"properties":{"account":${account}},"required":["account"]}}`;
  const path = `${project}/test_runs/t/check/`;
  expect(await post(path, `{"expectations":[${rule}]}`, authorization())).toMatchObject({ status: 'passed' });
  await post(`${project}/expectations/`, rule, authorization());
  expect(await textOf('expectations/')).toContain(account);
  expect((await server.api('GET', path)).body).toMatchObject({ status: 'passed' });
  const changed = { method: 'PATCH', body: rule, headers: authorization() };
  expect(await (await fetch(`${server.url}${project}/expectations/1/`, changed)).text()).toContain(account);
});

test('saved conditions with such a number match only it, in flags and actions', async () => {
  const condition = `{"key":"account","value":${first},"type":"person"}`;
  const flag = `{"key":"big","filters":{"groups":[{"properties":[${condition}],"rollout_percentage":100}]}}`;
  await post(`${project}/feature_flags/`, flag, authorization());
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
  await post(`${project}/actions/`, `{"name":"Paid","steps":${steps}}`, authorization());
  expect(await textOf('actions/')).toContain(`"value":${first}`);
  const nested = `{"account":{"value":[${first},"x"]}}`;
  for (const method of ['PUT', 'PATCH']) {
    const body = `{"name":"Paid","steps":[{"id":${second},"event":"paid","properties":${nested}}]}`;
    const answer = await fetch(`${server.url}${project}/actions/1/`, { method, body, headers: authorization() });
    expect(await answer.text()).toContain(nested);
  }
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
