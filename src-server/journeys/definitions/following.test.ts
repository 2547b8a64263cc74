import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { flags } from '../../testing/flag-cases.ts';
import type { TestServer } from '../../testing/server.ts';
import { serverForAll } from '../../testing/server-hooks.ts';
import { definitionsStatusOf, done, startFollower, tablesOf, untilStale, untilTaken } from './following-testing.ts';

const project = '/api/projects/1/';
const source = serverForAll();
let follower: TestServer;
const lines: string[] = [];

beforeAll(async () => {
  for (const flag of flags) await done(source, 'POST', `${project}feature_flags/`, flag);
  follower = await startFollower(source, { say: (line) => lines.push(line) });
});
afterAll(() => follower.close());

const decide = async (server: TestServer, distinctId: string, more = {}) => {
  const { body } = await server.capture({ distinct_id: distinctId, ...more }, '/flags/?v=2');
  return (body as { flags: Record<string, { enabled: boolean; variant?: string; metadata: object }> }).flags;
};
const decidesAlike = async (distinctId: string, more = {}) =>
  expect(await decide(follower, distinctId, more)).toEqual(await decide(source, distinctId, more));

test('every flag has the same value as at the source, by person and by group', async () => {
  await untilTaken(source, follower);
  const properties = fc.record({
    plan: fc.constantFrom('pro', 'free'),
    age: fc.integer({ min: 0, max: 99 }),
    beta: fc.boolean(),
  });
  const asked = fc.asyncProperty(fc.string({ minLength: 1 }), properties, async (distinctId, person_properties) => {
    await decidesAlike(`id ${distinctId}`, { person_properties, groups: { company: distinctId } });
  });
  await fc.assert(asked, { numRuns: 60 });
});

test('edits of each kind arrive, and apply here from then on', async () => {
  const flag = await done(source, 'POST', `${project}feature_flags/`, { key: 'later', filters: { groups: [{}] } });
  await done(source, 'POST', `${project}feature_flags/${flag.id}/overrides/`, { distinct_id: 'ann', value: false });
  await done(source, 'POST', `${project}actions/`, { name: 'Paid', steps: [{ event: 'paid' }] });
  const metric = await done(source, 'POST', `${project}saved_metrics/`, {
    name: 'Paid',
    filters: { insight: 'TRENDS', events: [{ id: 'paid' }] },
  });
  const test = await done(source, 'POST', `${project}experiments/`, {
    name: 'Test',
    feature_flag_key: 'test-flag',
    filters: { benchtop: { saved_metric: metric.id } },
  });
  await done(source, 'PATCH', `${project}experiments/${test.id}/`, { start_date: '2026-11-20T00:00:00Z' });
  await done(source, 'POST', `${project}expectations/`, { name: 'One', event: 'paid', count: { at_least: 1 } });
  await done(source, 'PUT', `${project}tracking_plan/lock/`, {
    event: 'paid',
    schema: { type: 'object', required: ['total'] },
  });
  await done(source, 'PATCH', `${project}tracking_plan/settings/`, { build_property: 'release' });
  await done(source, 'POST', `${project}diff/masks/`, { event: null, property: 'at' });
  await done(source, 'PATCH', project, { name: 'Shop', experiment_exclusions: { bots: true, properties: [] } });
  await done(source, 'PATCH', '/api/users/1/', { first_name: 'Ada' });
  await done(source, 'POST', '/api/users/', { first_name: 'Grace', email: '' });
  const shop = await source.inNewProject();
  await untilTaken(source, follower);

  await decidesAlike('ann');
  expect(await decide(follower, 'ann')).toMatchObject({ later: { enabled: false } });
  expect(await decide(follower, 'bob')).toMatchObject({ later: { enabled: true } });
  expect((await follower.capture({ api_key: shop.projectKey, event: 'e', distinct_id: 'd' })).status).toBe(200);
  await follower.capture({ event: 'paid', distinct_id: 'ann', uuid: '0190a5f0-1111-4222-8333-444455556666' });
  const { body } = await follower.api('GET', `${project}events/0190a5f0-1111-4222-8333-444455556666/`);
  expect(body).toMatchObject({ warnings: [{ code: 'property_missing' }] });
  expect((await follower.api('GET', `${project}actions/1/count/`)).body).toMatchObject({
    count: 1,
    is_calculating: false,
  });
  expect((await follower.api('GET', `${project}tracking_plan/settings/`)).body).toMatchObject({
    build_property: 'release',
  });
  const result = await follower.api('GET', `${project}experiments/${test.id}/results/`);
  expect([result.status, (await follower.api('GET', '/api/users/@me/')).body]).toMatchObject([
    200,
    { first_name: 'Ada' },
  ]);
});

test('an action with changed steps is matched again with the events here, and a renamed one keeps its matches', async () => {
  for (const event of ['signed up', 'paid', 'paid']) await follower.capture({ event, distinct_id: 'cleo' });
  const { id } = await done(source, 'POST', `${project}actions/`, {
    name: 'Signed up',
    steps: [{ event: 'signed up' }],
  });
  const counted = async () => (await follower.api('GET', `${project}actions/${id}/count/`)).body;
  const counts = (count: number) =>
    vi.waitFor(async () => expect(await counted()).toMatchObject({ count, is_calculating: false }), 20_000);
  await counts(1);
  const calculated = (await counted()) as { last_calculated_at: string };
  await done(source, 'PATCH', `${project}actions/${id}/`, { name: 'Joined' });
  await untilTaken(source, follower);
  expect(await counted()).toMatchObject({
    name: 'Joined',
    count: 1,
    last_calculated_at: calculated.last_calculated_at,
  });
  await done(source, 'PATCH', `${project}actions/${id}/`, { steps: [{ event: 'paid' }] });
  await counts(3);
});

test('names, values and ids that were swapped between two answers are applied', async () => {
  const ids: number[] = [];
  for (const key of ['one', 'two']) ids.push((await done(source, 'POST', `${project}feature_flags/`, { key })).id);
  const override = (id: number | undefined, distinct_id: string) =>
    done(source, 'POST', `${project}feature_flags/${id}/overrides/`, { distinct_id, value: true });
  const [one, two] = ids;
  await override(one, 'ann');
  await override(two, 'bob');
  const key = await done(source, 'POST', `${project}api_keys/`, { name: 'Web' });
  await untilTaken(source, follower);
  await follower.stop();
  const renames = [
    { id: one, key: 'three' },
    { id: two, key: 'one' },
    { id: one, key: 'two' },
  ];
  for (const { id, key } of renames) await done(source, 'PATCH', `${project}feature_flags/${id}/`, { key });
  await done(source, 'DELETE', `${project}feature_flags/overrides/`);
  await override(two, 'bob');
  await override(one, 'ann');
  for (let turns = 0; turns < 2; turns++) await done(source, 'POST', `${project}api_keys/${key.id}/rotate/`);
  await follower.restart();
  await untilTaken(source, follower);
  await decidesAlike('ann');
});

test('while the source is down everything continues, also after a restart, and both sides report it once', async () => {
  await untilTaken(source, follower);
  const before = await decide(follower, 'dora');
  lines.length = 0;
  await source.stop();
  await untilStale(follower);
  await follower.restart();
  await untilStale(follower);
  expect(await decide(follower, 'dora')).toEqual(before);
  expect((await follower.capture({ event: 'paid', distinct_id: 'dora' })).status).toBe(200);
  expect((await follower.api('GET', '/api/health/')).body).toMatchObject({
    status: 'ok',
    definitions: { state: 'stale' },
  });
  await source.restart();
  await done(source, 'POST', `${project}feature_flags/`, { key: 'back', filters: { groups: [{}] } });
  await vi.waitFor(async () => expect(await decide(follower, 'dora')).toHaveProperty('back'), { timeout: 20_000 });
  expect(await definitionsStatusOf(follower)).toMatchObject({
    source: source.url,
    state: 'current',
    error: null,
    kept_projects: 0,
  });
  const said = lines.filter((line) => line.includes('Definitions'));
  expect(said.map((line) => line.replace(/ of \d.*Z /, ' … ').slice(0, 48))).toEqual([
    expect.stringContaining('Warning: Definitions cannot'),
    expect.stringContaining('Warning: Definitions cannot'),
    expect.stringContaining('Definitions are taken from'),
  ]);
});

test('group types get the indexes of the source, and groups here keep their type', async () => {
  const groups = async () => (await follower.api('GET', `${project}groups/?limit=100`)).body;
  const typeOf = async () => (await follower.api('GET', `${project}group_types/`)).body;
  await follower.capture({
    event: '$groupidentify',
    distinct_id: 'd',
    properties: { $group_type: 'team', $group_key: 'red', $group_set: { size: 3 } },
  });
  await vi.waitFor(async () => expect(JSON.stringify(await typeOf())).toContain('team'), 20_000);
  for (const type of ['city', 'land']) {
    await source.capture({
      event: '$groupidentify',
      distinct_id: 'd',
      properties: { $group_type: type, $group_key: 'x' },
    });
  }
  await vi.waitFor(async () => expect(JSON.stringify(await typeOf())).toContain('land'), 20_000);
  const places = async (server: TestServer) =>
    (await tablesOf(server)).group_types?.rows.filter(([projectId]) => projectId === 1);
  const [here = [], there = []] = [await places(follower), await places(source)];
  expect(here.slice(0, there.length)).toEqual(there);
  const [, place] = here.find(([, , name]) => name === 'team') ?? [];
  expect(JSON.stringify(await groups())).toContain('"red"');
  expect((await groups()) as object).toMatchObject({
    results: expect.arrayContaining([expect.objectContaining({ group_key: 'red', group_type_index: place })]),
  });
});
