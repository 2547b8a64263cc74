import { PostHog } from 'posthog-node';
import { expect, test, vi } from 'vitest';
import { serverForEach } from '../testing/server-hooks.ts';
import { askerOf } from '../testing/test-runs.ts';
import { planEvent, planEventList, planSettings, planViolationList } from './contract.ts';

const server = serverForEach();
const { root, send } = askerOf(server);
const plan = `${root}tracking_plan/`;
const events = async (query = '') => planEventList.parse((await server.api('GET', `${plan}events/?${query}`)).body);
const event = async (name: string) =>
  planEvent.parse((await server.api('GET', `${plan}event/?event=${encodeURIComponent(name)}`)).body);
const settings = async (body?: object) =>
  planSettings.parse((await server.api(body ? 'PATCH' : 'GET', `${plan}settings/`, body)).body);
const counted = () => vi.waitFor(async () => expect((await settings()).is_counting).toBe(false), 10_000);
const types = (list: { type: string; count: number }[]) =>
  Object.fromEntries(list.map(({ type, count }) => [type, count]));

test('the plan has the properties, types, shares, examples and builds of events from posthog-node', async () => {
  const client = new PostHog(server.projectKey, { host: server.url, fetchRetryCount: 0 });
  const capture = (properties: object) =>
    client.captureImmediate({ distinctId: 'ann', event: 'checkout', properties: { ...properties } });
  await capture({ total: 5, plan: 'pro', app_version: '123' });
  await capture({ total: '5', tags: ['a'], app_version: '124' });
  await capture({ total: null, plan: 'free', deep: { a: 1 }, isNew: true });
  await client.shutdown();
  const { count, results } = await events('search=CHECK');
  expect({ count, results }).toMatchObject({ count: 1, results: [{ event: 'checkout', events: 3, build_count: 3 }] });
  const read = await event('checkout');
  const property = (name: string) => read.properties.find((each) => each.property === name);
  expect(property('total')).toMatchObject({ count: 3, share: 1, examples: [null, '5', 5] });
  expect(types(property('total')?.types ?? [])).toEqual({ null: 1, number: 1, string: 1 });
  expect(property('plan')).toMatchObject({ count: 2, share: 2 / 3, examples: ['free', 'pro'] });
  expect(property('tags')?.types).toEqual([{ type: 'array', count: 1 }]);
  expect(property('deep')?.types).toEqual([{ type: 'object', count: 1 }]);
  expect(property('isNew')?.types).toEqual([{ type: 'boolean', count: 1 }]);
  expect(property('$lib')).toMatchObject({ share: 1, examples: ['posthog-node'] });
  expect(read.builds.map(({ build, events: of }) => [build, of]).slice(1)).toEqual([
    ['124', 1],
    ['123', 1],
  ]);
  // Without app_version, the SDK version.
  expect(read.builds[0]?.build).toMatch(/^\d+\.\d+\.\d+$/);
  expect(read.builds.at(-1)?.properties).toContainEqual({
    property: 'total',
    count: 1,
    types: [{ type: 'number', count: 1 }],
  });
  expect(Date.parse(read.first_seen ?? '')).toBeLessThanOrEqual(Date.parse(read.last_seen ?? ''));
});

test('a setting names the build property, and stored events are counted again', async () => {
  await send('a', { properties: { release: 7, app_version: '1' } });
  await send('a', { properties: { app_version: '1' } });
  expect((await event('a')).builds.map(({ build }) => build)).toEqual(['1']);
  expect(await settings({ build_property: 'release' })).toMatchObject({ build_property: 'release' });
  await counted();
  const buildsOf = async () => (await event('a')).builds.map(({ build, events: of }) => `${build} ${of}`).toSorted();
  expect(await buildsOf()).toEqual(['7 1', 'null 1']);
  await send('a', { properties: { release: 7 } });
  expect(await buildsOf()).toEqual(['7 2', 'null 1']);
  expect(await server.api('PATCH', `${plan}settings/`, { build_property: '' })).toMatchObject({ status: 400 });
});

test('violations are listed by the builds of the property that is set, those from before too', async () => {
  const violations = async (query = '') =>
    planViolationList.parse((await server.api('GET', `${plan}violations/?${query}`)).body).results;
  await server.api('PUT', `${plan}lock/`, { event: 'checkout', schema: { required: ['plan'] } });
  for (const release of ['a', 'a', 'b']) await send('checkout', { properties: { app_version: '1', release } });
  await send('checkout', { properties: { app_version: '1', release: 'b', plan: 'pro' } });
  expect(await violations()).toMatchObject([{ build: '1', count: 3, share: 3 / 4 }]);
  await settings({ build_property: 'release' });
  await counted();
  expect(await violations()).toMatchObject([
    { build: 'b', count: 1, share: 1 / 2, detail: 'plan is missing in 1 event of checkout in b' },
    { build: 'a', count: 2, share: 1 },
  ]);
  expect(await violations('build=1')).toEqual([]);
});

test('a plan that is off counts nothing, and catches up when switched on', async () => {
  await send('a');
  await settings({ is_enabled: false });
  await send('a');
  await send('b');
  expect((await events()).results).toMatchObject([{ event: 'a', events: 1 }]);
  await settings({ is_enabled: true });
  await counted();
  await send('b');
  expect((await events()).results).toMatchObject([
    { event: 'a', events: 2 },
    { event: 'b', events: 2 },
  ]);
});

test('a deleted test run no longer counts, nor in first and last seen', async () => {
  await send('a', { header: 'gone', properties: { secret: 'x', app_version: 'old' } });
  await send('a', { properties: { total: 1 } });
  await send('only', { header: 'gone' });
  await send('a', { header: 'gone', properties: { total: 'last' } });
  const before = await event('a');
  await server.api('DELETE', `${root}test_runs/gone/`);
  await counted();
  const { results } = await events();
  expect(results).toMatchObject([{ event: 'a', events: 1, build_count: 0 }]);
  const after = await event('a');
  expect(after.properties.filter(({ property }) => !property.startsWith('$'))).toMatchObject([
    { property: 'total', count: 1, share: 1, types: [{ type: 'number', count: 1 }], examples: [1] },
  ]);
  expect(after.first_seen).toBe(after.last_seen);
  expect(before.first_seen).not.toBe(after.first_seen);
  expect(await server.api('GET', `${plan}event/?event=only`)).toMatchObject({ status: 404 });
});

test('the plan continues after a restart', async () => {
  await send('a', { properties: { x: 1 } });
  await server.restart();
  await send('a', { properties: { x: 'one' } });
  expect((await events()).results).toMatchObject([{ events: 2, properties: [{ count: 2 }, { count: 2 }] }]);
});

test('projects have separate plans', async () => {
  const { body } = await server.api('POST', '/api/projects/', { name: 'Other' });
  await server.capture({ api_key: Object(body).api_key, event: 'theirs', distinct_id: 'ann' });
  await send('ours');
  expect((await events()).results.map(({ event: name }) => name)).toEqual(['ours']);
});
