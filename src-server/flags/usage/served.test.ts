import { beforeEach, expect, test } from 'vitest';
import { numberedUuids } from '../../testing/numbered-uuids.ts';
import { serverForEach } from '../../testing/server-hooks.ts';

const root = '/api/projects/1/feature_flags/';
let now: number;
beforeEach(() => {
  now = Date.parse('2026-11-20T10:00:00.000Z');
});
const server = serverForEach({ clock: { now: () => now, uuid: numberedUuids() } });
beforeEach(async () => {
  await server.api('POST', root, { key: 'everybody' });
});

type Evaluation = {
  value: unknown;
  served: object | null;
  reason: { code: string };
  conditions: { outcome: string }[];
};
const evaluate = async (body: object) => {
  const answer = await server.api('POST', `${root}evaluate/`, body);
  expect(answer.status).toBe(200);
  return answer.body as { person: object | null; results: Evaluation[] };
};

test('the last served value is shown beside the current one', async () => {
  await server.send(
    'POST',
    '/flags/?v=2&ver=1.2.3',
    {},
    JSON.stringify({ token: server.projectKey, distinct_id: 'ann' }),
  );
  await server.api('PATCH', `${root}1/`, { filters: { groups: [{ rollout_percentage: 0 }] } });
  const { results } = await evaluate({ distinct_id: 'ann' });
  expect(results[0]).toMatchObject({
    value: false,
    reason: { code: 'out_of_rollout_bound' },
    served: {
      distinct_id: 'ann',
      value: true,
      reason: 'condition_match',
      version: 1,
      at: '2026-11-20T10:00:00.000Z',
      path: '/flags/',
      client: 'posthog-js/1.2.3',
    },
  });
  expect((await evaluate({ distinct_id: 'bob' })).results[0]?.served).toBeNull();
});

test('the newest posthog-js is recognized by the version in its properties', async () => {
  const person_properties = { $lib: 'web', $lib_version: '1.434.18' };
  await server.capture({ distinct_id: 'ann', person_properties }, '/flags/?v=2');
  const { body } = await server.api('GET', `${root}1/served/?distinct_id=ann`);
  expect(body).toMatchObject({ results: [{ client: 'posthog-js/1.434.18' }] });
});

test('an SDK is recognized by the name and version in its header', async () => {
  const headers = { 'posthog-sdk-info': 'posthog-go/2.0.0', 'User-Agent': 'Go-http-client/1.1' };
  const body = JSON.stringify({ token: server.projectKey, distinct_id: 'ann' });
  await server.send('POST', '/flags/?v=2', headers, body);
  const served = await server.api('GET', `${root}1/served/?distinct_id=ann`);
  expect(served.body).toMatchObject({ results: [{ client: 'posthog-go/2.0.0' }] });
});

test('values served to any id of the person are listed, newest first, even after a restart', async () => {
  await server.capture({ distinct_id: 'anon' }, '/decide/');
  await server.capture({
    event: '$identify',
    distinct_id: 'ann',
    properties: { $anon_distinct_id: 'anon', $set: { name: 'Ann' } },
  });
  await server.restart();
  const { person, results } = await evaluate({ distinct_id: 'ann' });
  expect(person).toMatchObject({ name: 'Ann' });
  expect(results[0]?.served).toMatchObject({ distinct_id: 'anon', value: true });
  const { body } = await server.api('GET', `${root}1/served/?distinct_id=anon`);
  expect(body).toMatchObject({ results: [{ distinct_id: 'anon', path: '/decide/' }] });
});

test('a decide for one flag does not hide earlier values of other flags', async () => {
  await server.api('POST', root, { key: 'second', filters: { groups: [] } });
  await server.capture({ distinct_id: 'ann' }, '/flags/?v=2');
  await server.capture({ distinct_id: 'ann', flag_keys_to_evaluate: ['second'] }, '/flags/?v=2');
  const { results } = await evaluate({ distinct_id: 'ann' });
  expect(results.map(({ served }) => served)).toMatchObject([{ value: true }, { value: false }]);
});

test('usage counts each answer by value and time', async () => {
  for (const id of ['a', 'b', 'c']) await server.capture({ distinct_id: id }, '/decide/?v=2');
  now += 120_000;
  await server.api('PATCH', `${root}1/`, { filters: { groups: [] } });
  await server.capture({ distinct_id: 'a' }, '/decide/?v=2');
  const { body } = await server.api('GET', `${root}1/usage/?minutes=5`);
  const { totals, series, interval_seconds } = body as {
    totals: object;
    series: { start: string; values: Record<string, number> }[];
    interval_seconds: number;
  };
  expect([totals, interval_seconds]).toEqual([{ true: 3, false: 1 }, 60]);
  expect(series).toContainEqual({ start: '2026-11-20T10:00:00.000Z', values: { true: 3, false: 0 } });
  expect(series).toContainEqual({ start: '2026-11-20T10:02:00.000Z', values: { true: 0, false: 1 } });
  expect((await server.api('GET', `${root}1/`)).body).toMatchObject({ last_served_at: '2026-11-20T10:02:00.000Z' });
});

test('wider intervals add up to the totals', async () => {
  now += 7 * 60_000;
  await server.capture({ distinct_id: 'a' }, '/decide/?v=2');
  for (const minutes of [60, 1440, 10_080]) {
    const { body } = await server.api('GET', `${root}1/usage/?minutes=${minutes}`);
    const { series } = body as { series: { values: Record<string, number> }[] };
    expect([minutes, series.reduce((sum, { values }) => sum + (values.true ?? 0), 0)]).toEqual([minutes, 1]);
  }
});

test('counts are kept and can be requested for eight days', async () => {
  await server.capture({ distinct_id: 'a' }, '/decide/');
  now += 7 * 86_400_000;
  await server.capture({ distinct_id: 'a' }, '/decide/');
  const week = await server.api('GET', `${root}1/usage/?minutes=99999999`);
  expect(week.body).toMatchObject({ totals: { true: 2 } });
  now += 2 * 86_400_000;
  await server.capture({ distinct_id: 'a' }, '/decide/');
  const later = await server.api('GET', `${root}1/usage/?minutes=99999999`);
  expect(later.body).toMatchObject({ totals: { true: 2 } });
});

test('unknown keys that clients request are listed until a flag has them', async () => {
  await server.capture({ distinct_id: 'a', flag_keys_to_evaluate: ['everybody', 'wished'] }, '/flags/?v=2');
  const called = { event: '$feature_flag_called', distinct_id: 'a' };
  await server.capture({ ...called, properties: { $feature_flag: 'wished', $feature_flag_response: false } });
  await server.capture({ ...called, properties: { $feature_flag: 'everybody', $feature_flag_response: true } });
  now += 1000;
  await server.capture({ ...called, properties: { $feature_flag: 'also', $feature_flag_response: false } });
  const unknownKeys = async () => (await server.api('GET', `${root}unknown_keys/`)).body as { results: object[] };
  expect((await unknownKeys()).results).toEqual([
    {
      key: 'also',
      count: 1,
      first_requested_at: '2026-11-20T10:00:01.000Z',
      last_requested_at: '2026-11-20T10:00:01.000Z',
    },
    {
      key: 'wished',
      count: 2,
      first_requested_at: '2026-11-20T10:00:00.000Z',
      last_requested_at: '2026-11-20T10:00:00.000Z',
    },
  ]);
  await server.api('POST', root, { key: 'wished' });
  expect((await unknownKeys()).results).toHaveLength(1);
});

test('an evaluation shows the bucketing and why each condition failed', async () => {
  await server.capture({ event: '$set', distinct_id: 'ann', properties: { $set: { plan: 'free', age: 30 } } });
  const plan = { key: 'plan', value: ['pro', 'team'] };
  const age = { key: 'age', operator: 'gte', value: 18 };
  const draft = {
    key: 'draft',
    filters: {
      groups: [
        { properties: [plan, age] },
        { properties: [age, { key: 'country', operator: 'is_set' }] },
        { rollout_percentage: 100 },
        {},
      ],
      multivariate: {
        variants: [
          { key: 'a', rollout_percentage: 25 },
          { key: 'b', rollout_percentage: 75 },
        ],
      },
    },
  };
  const { results } = await evaluate({ distinct_id: 'ann', person_properties: { country: 'NL', plan: 'solo' }, draft });
  expect(results[0]).toMatchObject({
    key: 'draft',
    id: null,
    reason: { code: 'condition_match', condition_index: 1 },
    bucketing: {
      identifier: 'ann',
      kind: 'distinct_id',
      hash: expect.any(Number),
      variant_hash: expect.any(Number),
      boundaries: [
        { key: 'a', low: 0, high: 0.25 },
        { key: 'b', low: 0.25, high: 1 },
      ],
    },
    conditions: [
      {
        index: 0,
        outcome: 'no_match',
        properties: [
          { key: 'plan', actual: 'solo', source: 'request', matched: false },
          { key: 'age', actual: 30, source: 'stored', matched: true },
        ],
      },
      { index: 1, outcome: 'matched' },
      { index: 2, outcome: 'not_tried' },
      { index: 3, outcome: 'not_tried' },
    ],
  });
});

test('no condition is tried for a flag that is off or overridden', async () => {
  const draft = { key: 'draft', filters: { groups: [{}, { properties: [{ key: 'plan', value: 'pro' }] }] } };
  const explained = async (more: object) => {
    const { results } = await evaluate({ distinct_id: 'ann', draft: { ...draft, ...more } });
    return [results[0]?.reason.code, ...(results[0]?.conditions ?? []).map(({ outcome }) => outcome)];
  };
  expect(await explained({})).toEqual(['condition_match', 'matched', 'not_tried']);
  expect(await explained({ active: false })).toEqual(['flag_disabled', 'not_tried', 'not_tried']);
  const { body } = await server.api('POST', root, draft);
  const { id } = body as { id: number };
  await server.api('POST', `${root}${id}/overrides/`, { value: false });
  expect(await explained({ id })).toEqual(['override', 'not_tried', 'not_tried']);
});

test('a property sent for a group is from the request, also where the request is the first to name its type', async () => {
  const properties = [{ key: 'seats', operator: 'gt', value: 20 }];
  const draft = { key: 'draft', filters: { groups: [{ properties }], aggregation_group_type_index: 0 } };
  const group_properties = { fleet: { seats: 40 } };
  const { results } = await evaluate({ distinct_id: 'ann', groups: { fleet: 'north' }, group_properties, draft });
  expect(results[0]?.conditions).toMatchObject([
    { outcome: 'matched', properties: [{ actual: 40, source: 'request' }] },
  ]);
});

test('an evaluation names no group type for the project: only a request of an app does', async () => {
  const filters = { groups: [{}], aggregation_group_type_index: 0 };
  const { results } = await evaluate({
    distinct_id: 'ann',
    groups: { flee: 'north' },
    draft: { key: 'draft', filters },
  });
  expect(results[0]?.value).toBe(true);
  // Waits for all earlier writes.
  await server.capture({ event: 'opened', distinct_id: 'ann' });
  expect((await server.api('GET', '/api/projects/1/group_types/')).body).toEqual({ results: [] });
});

test('an invalid draft is not evaluated, and the error names the field', async () => {
  const draft = { key: 'a', filters: { groups: [{ properties: [{ key: 'x', operator: 'regex', value: '(' }] }] } };
  const answer = await server.api('POST', `${root}evaluate/`, { distinct_id: 'a', draft });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', attr: 'draft__filters__groups__0__properties__0__value' },
  });
  const nobody = await server.api('POST', `${root}evaluate/`, {});
  expect(nobody.body).toMatchObject({ attr: 'distinct_id' });
});
