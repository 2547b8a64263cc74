import { PostHog as NewestPostHog } from 'posthog-node';
import { PostHog as OldPostHog } from 'posthog-node-2';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { projectForEach } from '../../testing/server-hooks.ts';

const root = '/api/projects/@current/feature_flags/';
const pollEvery = 100;

const server = projectForEach();
const problems: unknown[] = [];
beforeEach(async () => {
  // The SDKs log deprecations, and each flag that they leave to the server (2.2.3: as an error).
  for (const method of ['warn', 'debug', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {});
  await server.capture({
    event: '$groupidentify',
    distinct_id: 'ada',
    properties: { $group_type: 'company', $group_key: 'acme', $group_set: { tier: 'gold' } },
  });
  const variants = [
    { key: 'control', rollout_percentage: 0 },
    { key: 'test', rollout_percentage: 100 },
  ];
  const pro = { properties: [{ key: 'plan', value: 'pro', type: 'person' }] };
  const gold = { properties: [{ key: 'tier', value: 'gold', type: 'group' }] };
  const flags = [
    { key: 'checkout', filters: { groups: [{}], payloads: { true: '{"limit": 5}' } } },
    { key: 'split', filters: { groups: [pro], multivariate: { variants }, payloads: { test: '"blue"' } } },
    { key: 'nobody', filters: { groups: [{ rollout_percentage: 0 }] } },
    { key: 'companies', filters: { groups: [gold], aggregation_group_type_index: 0 } },
  ];
  for (const flag of flags) expect((await server.api('POST', root, flag)).status).toBe(201);
});
afterEach(() => {
  expect(problems.splice(0)).toEqual([]);
});

type Context = {
  personProperties?: Record<string, string>;
  groups?: Record<string, string>;
  groupProperties?: Record<string, Record<string, string>>;
};

/** The methods that both versions have. */
type Client = {
  get(key: string, distinctId: string, context?: Context): Promise<unknown>;
  isOn(key: string, distinctId: string, context?: Context): Promise<unknown>;
  all(distinctId: string, context?: Context): Promise<unknown>;
  end(): Promise<void>;
};

function newest(isLocal: boolean, answered: (path: string, status: number) => void = () => {}): NewestPostHog {
  const client = new NewestPostHog(server.projectKey, {
    host: server.url,
    fetchRetryCount: 0,
    ...(isLocal ? { personalApiKey: server.personalKey, featureFlagsPollingInterval: pollEvery } : {}),
    async fetch(url, options) {
      const response = await fetch(url, options as RequestInit);
      answered(new URL(url).pathname, response.status);
      return response;
    },
  });
  client.on('error', (error: unknown) => problems.push(error));
  return client;
}

function oldest(isLocal: boolean): OldPostHog {
  return new OldPostHog(server.projectKey, {
    host: server.url,
    fetchRetryCount: 0,
    ...(isLocal ? { personalApiKey: server.personalKey, featureFlagsPollingInterval: pollEvery } : {}),
  });
}

function common(client: NewestPostHog | OldPostHog): Client {
  return {
    get: (key, distinctId, context) => client.getFeatureFlag(key, distinctId, context),
    isOn: (key, distinctId, context) => client.isFeatureEnabled(key, distinctId, context),
    all: (distinctId, context) => client.getAllFlags(distinctId, context),
    end: () => ('shutdownAsync' in client ? client.shutdownAsync() : client.shutdown()),
  };
}

const ways: [name: string, make: () => Client][] = [
  ['newest, asking the server', () => common(newest(false))],
  ['newest, deciding by itself', () => common(newest(true))],
  ['2.2.3, asking the server', () => common(oldest(false))],
  ['2.2.3, deciding by itself', () => common(oldest(true))],
];

describe.each(ways)('posthog-node %s', (_, make) => {
  let client: Client;
  beforeEach(() => {
    client = make();
  });
  afterEach(() => client.end());

  const pro = { personProperties: { plan: 'pro' } };
  const acme = { groups: { company: 'acme' }, groupProperties: { company: { tier: 'gold' } } };

  test('person flags have their values', async () => {
    expect(await client.get('checkout', 'ada')).toBe(true);
    expect(await client.get('split', 'ada', pro)).toBe('test');
    expect(await client.isOn('split', 'ada', pro)).toBe(true);
    expect(await client.isOn('split', 'ada', { personProperties: { plan: 'free' } })).toBe(false);
    expect(await client.isOn('nobody', 'ada')).toBe(false);
    expect(await client.all('ada', pro)).toMatchObject({ checkout: true, split: 'test' });
  });

  test('a stored property of the person is used if none is sent', async () => {
    await server.capture({ event: '$identify', distinct_id: 'grace', properties: { $set: { plan: 'pro' } } });
    expect(await client.get('split', 'grace')).toBe('test');
    expect(await client.get('split', 'ada')).toBe(false);
  });

  test('a group flag is on for matching groups', async () => {
    expect(await client.get('companies', 'ada', acme)).toBe(true);
    expect(await client.get('companies', 'ada', { groups: { company: 'acme' } })).toBe(true);
    expect(await client.get('companies', 'ada', { ...acme, groupProperties: { company: { tier: 'tin' } } })).toBe(
      false,
    );
    expect(await client.get('companies', 'ada')).toBe(false);
  });

  test('each requested flag leaves an event with its value', async () => {
    await client.get('split', 'ada', pro);
    await client.get('nobody', 'ada');
    await client.get('not-there', 'ada');
    await client.end();

    const called = (await events()).filter(({ event }) => event === '$feature_flag_called');
    const values = called.map(({ properties }) => [properties.$feature_flag, properties.$feature_flag_response]);
    expect(Object.fromEntries(values)).toMatchObject({ split: 'test', nobody: false });
    expect(called.map(({ distinct_id, status }) => [distinct_id, status])).toEqual(
      called.map(() => ['ada', 'accepted']),
    );
    const unknownKeys = (await server.api('GET', `${root}unknown_keys/`)).body;
    expect(unknownKeys).toMatchObject({ results: [{ key: 'not-there' }] });
  });

  test('an override set while the app runs is served next, until it is cleared', async () => {
    expect(await client.get('split', 'ada', pro)).toBe('test');
    expect(await client.get('nobody', 'ada')).toBe(false);
    await override('split', { value: 'control' });
    await override('nobody', { value: true, distinct_id: 'ada' });
    await vi.waitFor(async () => {
      expect(await client.get('split', 'ada', pro)).toBe('control');
      expect(await client.get('nobody', 'ada')).toBe(true);
    }, 5000);
    expect(await client.get('split', 'grace')).toBe('control');
    expect(await client.get('nobody', 'grace')).toBe(false);

    await server.api('DELETE', `${root}overrides/`);
    await vi.waitFor(async () => {
      expect(await client.get('split', 'ada', pro)).toBe('test');
      expect(await client.get('nobody', 'ada')).toBe(false);
    }, 5000);
  });

  test('an override for one person affects no other, whatever their ids look like', async () => {
    for (const distinct_id of ['Ada', 'größe|7.*']) await override('checkout', { value: false, distinct_id });
    await vi.waitFor(async () => {
      expect(await client.get('checkout', 'Ada')).toBe(false);
      expect(await client.get('checkout', 'größe|7.*')).toBe(false);
    }, 5000);
    for (const id of ['ada', 'Adalbert', 'GRÖßE|7.*', 'größe', 'größe|7xx']) {
      expect(await client.get('checkout', id), id).toBe(true);
    }
  });

  test('of two overrides for one person, the one for the sent id wins', async () => {
    await override('split', { value: 'control', distinct_id: 'ada' });
    await override('split', { value: false, distinct_id: 'anon' });
    await server.capture({ event: '$identify', distinct_id: 'ada', properties: { $anon_distinct_id: 'anon' } });
    await vi.waitFor(async () => {
      expect(await client.get('split', 'anon', pro)).toBe(false);
      expect(await client.get('split', 'ada', pro)).toBe('control');
    }, 5000);
    expect(await client.get('split', 'grace', pro)).toBe('test');
  });
});

describe.each([false, true])('posthog-node newest, local evaluation: %s', (isLocal) => {
  test('payloads come with the values, also in an answer for all flags', async () => {
    const client = newest(isLocal);
    const pro = { personProperties: { plan: 'pro' } };
    expect(await client.getFeatureFlagPayload('checkout', 'ada')).toEqual({ limit: 5 });
    expect(await client.getFeatureFlagPayload('split', 'ada', undefined, pro)).toBe('blue');
    expect(await client.getFeatureFlagPayload('nobody', 'ada')).toBeNull();

    const flags = await client.evaluateFlags('ada', pro);
    expect([flags.getFlag('split'), flags.getFlagPayload('checkout')]).toEqual(['test', { limit: 5 }]);
    expect([flags.isEnabled('nobody'), flags.isEnabled('companies')]).toEqual([false, false]);
    await client.shutdown();
  });
});

test('definitions are sent again only after a change', async () => {
  const statuses: number[] = [];
  const client = newest(true, (path, status) => {
    if (path === '/flags/definitions') statuses.push(status);
  });
  await client.waitForLocalEvaluationReady();
  await vi.waitFor(() => expect(statuses.slice(0, 3)).toEqual([200, 304, 304]), 5000);
  await server.api('PATCH', await pathOf('nobody'), { filters: { groups: [{ rollout_percentage: 100 }] } });
  await vi.waitFor(async () => expect(await client.getFeatureFlag('nobody', 'ada')).toBe(true), 5000);
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  await client.shutdown();
});

async function pathOf(key: string): Promise<string> {
  const { results } = (await server.api('GET', root)).body as { results: { id: number; key: string }[] };
  return `${root}${results.find((flag) => flag.key === key)?.id}/`;
}

async function override(key: string, body: object): Promise<void> {
  expect((await server.api('POST', `${await pathOf(key)}overrides/`, body)).status).toBe(201);
}

const events = () => server.events('limit=1000');
