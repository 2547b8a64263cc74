import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { loadSchemaFixture } from '../../testing/schema-fixtures.ts';
import { crashOf, projectKey, startTestServer, type TestServer } from '../../testing/server.ts';
import { serverForEach } from '../../testing/server-hooks.ts';
import { askerOf } from '../../testing/test-runs.ts';
import { planEvent, planEventList, planSettings } from '../contract.ts';

const server = serverForEach();
const plan = '/api/projects/1/tracking_plan/';

const counted = (of: TestServer) =>
  vi.waitFor(async () => {
    const { body } = await of.api('GET', `${plan}settings/`);
    expect(planSettings.parse(body).is_counting).toBe(false);
  }, 20_000);

/** Events by name and build, and by property and type. */
type Counts = Map<string, number>;

async function planOf(of: TestServer): Promise<Counts> {
  const { results } = planEventList.parse((await of.api('GET', `${plan}events/`)).body);
  const counts: Counts = new Map();
  for (const { event } of results) {
    const { body } = await of.api('GET', `${plan}event/?event=${encodeURIComponent(event)}`);
    for (const { build, events, properties } of planEvent.parse(body).builds) {
      counts.set(`${event} of ${build}`, events);
      for (const { property, types } of properties) {
        for (const { type, count } of types) counts.set(`${event} of ${build}: ${property} ${type}`, count);
      }
    }
  }
  return counts;
}

async function storedOf(of: TestServer): Promise<Counts> {
  const counts: Counts = new Map();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { event, properties } of await askerOf(of).list('limit=1000')) {
    const name = `${event} of ${properties.app_version ?? properties.$lib_version ?? null}`;
    add(name);
    for (const [property, value] of Object.entries(properties)) {
      const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
      add(`${name}: ${property} ${type}`);
    }
  }
  return counts;
}

type Step = { send?: object[]; run?: string; remove?: string; restart?: boolean; read?: boolean };
const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant([1]),
  fc.constant({ a: 1 }),
);
const event = fc.record({
  event: fc.constantFrom('a', 'b', '$c', 'd/e'),
  distinct_id: fc.constantFrom('ann', 'bob'),
  properties: fc
    .dictionary(fc.constantFrom('x', 'y.z', 'app_version', '$lib_version', 'constructor'), value)
    .map(({ app_version: app, $lib_version: lib, ...properties }) => ({
      ...properties,
      ...(typeof app === 'number' ? { app_version: app % 3 } : {}),
      ...(typeof lib === 'boolean' ? { $lib_version: lib ? '1.0' : '2.0' } : {}),
    })),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      send: fc.array(event, { minLength: 1, maxLength: 20 }),
      run: fc.constantFrom('', 'r', 's'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ remove: fc.constantFrom('r', 's') }) },
  { weight: 1, arbitrary: fc.constant({ restart: true }) },
  { weight: 2, arbitrary: fc.constant({ read: true }) },
);

test('counts kept as events come and go equal a full recount', async () => {
  const apply = async (each: Step) => {
    if (each.send !== undefined)
      expect(await server.capture({ batch: each.send }, `/batch/?test_run=${each.run}`)).toMatchObject({ status: 200 });
    else if (each.remove !== undefined) await server.api('DELETE', `/api/projects/1/test_runs/${each.remove}/`);
    else if (each.restart === true) await server.restart();
    else await server.api('GET', `${plan}events/`);
  };
  const check = async (steps: Step[]) => {
    for (const each of steps) await apply(each);
    await counted(server);
    const incremental = await planOf(server);
    expect(incremental).toEqual(await storedOf(server));
    await server.api('PATCH', `${plan}settings/`, { build_property: 'other' });
    await server.api('PATCH', `${plan}settings/`, { build_property: null });
    await counted(server);
    expect(await planOf(server)).toEqual(incremental);
  };
  // Events add up over the runs: the list has at most 1,000.
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), check), { numRuns: 12 });
});

test('events from before an upgrade are counted', async () => {
  await using upgraded = await startTestServer({ prepare: (dataDir) => loadSchemaFixture(dataDir, 21) });
  await counted(upgraded);
  const counts = await planOf(upgraded);
  expect(counts.size).toBeGreaterThan(0);
  expect(counts).toEqual(await storedOf(upgraded));
});

test('events left uncounted by a crash are counted after the next start', async () => {
  const send = (count: number) =>
    server.capture({
      batch: Array.from({ length: count }, () => ({ event: 'a', distinct_id: 'ann', properties: { x: count } })),
    });
  await send(5);
  await server.api('GET', `${plan}events/`);
  await send(3);
  await using crashed = await startTestServer(crashOf(server));
  await crashed.capture({ event: 'a', distinct_id: 'ann', api_key: projectKey });
  await counted(crashed);
  expect(await planOf(crashed)).toEqual(
    new Map([
      ['a of null', 9],
      ['a of null: $ip string', 9],
      ['a of null: x number', 8],
    ]),
  );
});
