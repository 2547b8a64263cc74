import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Content } from '../../testing/request.ts';
import type { TestServer } from '../../testing/server.ts';
import { serverForAll } from '../../testing/server-hooks.ts';
import { sdkVersion } from './sdk-scripts.ts';

const root = '/api/projects/1/feature_flags/';
const ab = {
  variants: [
    { key: 'control', rollout_percentage: 0 },
    { key: 'test', rollout_percentage: 100 },
  ],
};

const head = {
  config: { enable_collect_everything: true },
  editorParams: {},
  isAuthenticated: false,
  supportedCompression: ['gzip', 'lz64'],
};

async function addFlags(server: TestServer): Promise<void> {
  const flags = [
    { key: 'everybody' },
    { key: 'nobody', filters: { groups: [{ rollout_percentage: 0 }] } },
    {
      key: 'split',
      name: 'A split',
      filters: { groups: [{}], multivariate: ab, payloads: { test: { color: 'red' } } },
    },
    { key: 'pro-only', filters: { groups: [{ properties: [{ key: 'plan', value: 'pro', type: 'person' }] }] } },
    {
      key: 'companies',
      filters: {
        groups: [{ properties: [{ key: 'size', operator: 'gte', value: 10 }] }],
        aggregation_group_type_index: 0,
      },
    },
    { key: 'off', active: false },
    { key: 'proto', filters: { groups: [{ properties: [{ key: '__proto__', value: 'a' }] }] } },
  ];
  for (const flag of flags) expect((await server.api('POST', root, flag)).status).toBe(201);
}

describe.each([
  ['in front of Express', true],
  ['inside Express', false],
])('decide %s', (_name, fastPath) => {
  const server = serverForAll({ fastPath });
  const decide = (body: object, query = '', path = '/decide/') => server.capture(body, path + query);
  const values = async (body: object) => ((await decide(body, '?v=3')).body as { featureFlags: object }).featureFlags;

  beforeAll(async () => {
    await server.capture({ event: '$identify', distinct_id: 'pia', properties: { $set: { plan: 'pro' } } });
    await server.capture({
      event: '$groupidentify',
      distinct_id: 'pia',
      properties: { $group_type: 'company', $group_key: 'acme', $group_set: { size: 12 } },
    });
    await addFlags(server);
  });

  test.each(['', '?v=1'])('version 1 (%s) lists the names of the flags that are on', async (query) => {
    const { status, body } = await decide({ distinct_id: 'someone' }, query);
    expect(status).toBe(200);
    expect(body).toEqual({ ...head, featureFlags: ['everybody', 'split'] });
  });

  test('version 2 has the flags that are on, with their values', async () => {
    const { body } = await decide({ distinct_id: 'someone' }, '?v=2');
    expect(body).toEqual({ ...head, featureFlags: { everybody: true, split: 'test' } });
  });

  const flagsOfVersion3 = {
    featureFlags: {
      everybody: true,
      nobody: false,
      split: 'test',
      'pro-only': false,
      companies: false,
      proto: false,
    },
    featureFlagPayloads: { split: '{"color":"red"}' },
    errorsWhileComputingFlags: false,
  };

  test('version 3 has all active flags, and payloads', async () => {
    const { body } = await decide({ distinct_id: 'someone' }, '?v=3');
    expect(body).toEqual({ ...head, ...flagsOfVersion3 });
  });

  test('/flags/ without a version answers the flag fields of version 3', async () => {
    const { body } = await decide({ distinct_id: 'someone' }, '', '/flags/');
    expect(body).toEqual(flagsOfVersion3);
  });

  test('/flags/ in version 2 has the reasons', async () => {
    const { body } = await decide({ distinct_id: 'someone' }, '?v=2', '/flags');
    const { flags, ...rest } = body as { flags: Record<string, object> };
    expect(rest).toEqual({ errorsWhileComputingFlags: false, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(flags.split).toEqual({
      key: 'split',
      enabled: true,
      variant: 'test',
      reason: { code: 'condition_match', condition_index: 0, description: expect.any(String) },
      metadata: { id: 3, version: 1, description: 'A split', payload: '{"color":"red"}' },
    });
    const codes = Object.entries(flags).map(([key, flag]) => [key, (flag as { reason: { code: string } }).reason.code]);
    expect(Object.fromEntries(codes)).toEqual({
      everybody: 'condition_match',
      nobody: 'out_of_rollout_bound',
      split: 'condition_match',
      proto: 'no_condition_match',
      'pro-only': 'no_condition_match',
      companies: 'no_group_type',
      off: 'flag_disabled',
    });
  });

  test('posthog-node 4.11, which asks for version 4, gets the details of /flags/', async () => {
    const requestId = expect.any(String);
    const asked = JSON.stringify({ api_key: server.projectKey, distinct_id: 'someone' });
    const { body } = await server.send('POST', '/decide/?v=4', { 'user-agent': 'posthog-node/4.11.5' }, asked);
    const { body: details } = await decide({ distinct_id: 'someone' }, '?v=2', '/flags/');
    expect(body).toEqual({ ...head, ...(details as object), requestId });
  });

  test.each(['4', '0', 'x', '1.0'])('version %s is rejected', async (version) => {
    const { status, body } = await decide({ distinct_id: 'someone' }, `?v=${version}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ type: 'validation_error', code: 'invalid_input', attr: 'v' });
  });

  test.each([{}, { distinct_id: '' }, { distinct_id: '  ' }, { distinct_id: null }])(
    'a request without a distinct_id (%j) is rejected',
    async (body) => {
      for (const path of ['/decide/', '/flags/?v=2']) {
        const answer = await server.capture(body, path);
        expect(answer.status).toBe(400);
        expect(answer.body).toMatchObject({
          type: 'validation_error',
          code: 'missing_distinct_id',
          attr: 'distinct_id',
        });
      }
    },
  );

  test.each<[string, object, string]>([
    ['groups', { groups: 'acme' }, 'groups'],
    ['a group', { groups: { company: ['acme'] } }, 'groups__company'],
    ['person_properties', { person_properties: [] }, 'person_properties'],
    ['group_properties', { group_properties: { company: 1 } }, 'group_properties__company'],
    ['distinct_id', { distinct_id: { id: 1 } }, 'distinct_id'],
  ])('%s of the wrong type are rejected by name', async (_name, part, attr) => {
    const { status, body } = await decide({ distinct_id: 'someone', ...part });
    expect(status).toBe(400);
    expect(body).toMatchObject({ type: 'validation_error', code: 'invalid_input', attr });
  });

  test('keys are checked as by capture', async () => {
    const send = (key: string | undefined) => decide({ api_key: key, distinct_id: 'someone' });
    expect((await send('phc_unknown')).body).toMatchObject({ code: 'invalid_api_key' });
    expect((await send('phx_unknown')).body).toMatchObject({ code: 'invalid_personal_api_key' });
    expect((await send(server.personalKey)).status).toBe(200);
    expect((await send(undefined)).body).toMatchObject({ type: 'authentication_error', code: 'missing_api_key' });
  });

  test('another method is rejected, and a preflight is answered', async () => {
    const get = await server.send('GET', '/decide/', {}, null);
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    const headers = { Origin: 'http://app.test', 'Access-Control-Request-Headers': 'content-type' };
    const preflight = await server.send('OPTIONS', '/flags/?v=2', headers, null);
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('http://app.test');
  });

  test('bodies are decoded as by capture', async () => {
    const text = JSON.stringify({ token: server.projectKey, distinct_id: 'someone' });
    const bodies: [string, Record<string, string>, Content][] = [
      ['/decide/?v=2', { 'Content-Type': 'text/plain' }, text],
      ['/decide/?v=2&compression=gzip-js', { 'Content-Type': 'text/plain' }, gzipSync(text)],
      [
        '/decide/?v=2',
        { 'Content-Type': 'application/x-www-form-urlencoded' },
        `data=${encodeURIComponent(Buffer.from(text).toString('base64'))}`,
      ],
    ];
    for (const [path, headers, body] of bodies) {
      const answer = await server.send('POST', path, headers, body);
      expect(answer.body).toMatchObject({ featureFlags: { everybody: true, split: 'test' } });
    }
  });

  test('stored properties of the person are used, and those of the request override them', async () => {
    expect(await values({ distinct_id: 'pia' })).toMatchObject({ 'pro-only': true });
    expect(await values({ distinct_id: 'pia', person_properties: { plan: 'free' } })).toMatchObject({
      'pro-only': false,
    });
    expect(await values({ distinct_id: 'new', person_properties: { plan: 'pro' } })).toMatchObject({
      'pro-only': true,
    });
    expect(await values({ distinct_id: 'new' })).toMatchObject({ 'pro-only': false });
  });

  test('stored properties of groups are used, and those of the request override them', async () => {
    const groups = { company: 'acme' };
    expect(await values({ distinct_id: 'x', groups })).toMatchObject({ companies: true });
    expect(await values({ distinct_id: 'x', groups, group_properties: { company: { size: 1 } } })).toMatchObject({
      companies: false,
    });
    expect(await values({ distinct_id: 'x', groups: { company: 'other' } })).toMatchObject({ companies: false });
    expect(await values({ distinct_id: 'x', groups: { company: null } })).toMatchObject({ companies: false });
    expect(await values({ distinct_id: 'x', groups: { planet: 'earth' } })).toMatchObject({ companies: false });
  });

  test('a property of the request may be called __proto__', async () => {
    const asked = { distinct_id: 'new', flag_keys: ['proto'] };
    expect(await values({ ...asked, person_properties: { ['__proto__']: 'a' } })).toEqual({ proto: true });
    expect(await values({ ...asked, person_properties: { ['__proto__']: 'b' } })).toEqual({ proto: false });
  });

  test('only requested flags are evaluated, and none if flags are disabled', async () => {
    expect(await values({ distinct_id: 'x', flag_keys_to_evaluate: ['split', 'unheard'] })).toEqual({ split: 'test' });
    expect(await values({ distinct_id: 'x', flag_keys: ['everybody'] })).toEqual({ everybody: true });
    expect(await values({ distinct_id: 'x', disable_flags: true })).toEqual({});
  });

  test('a missing posthog-js script is a 404 for any origin', async () => {
    const { status, body, headers } = await server.send(
      'GET',
      '/static/surveys.js?v=1',
      { Origin: 'http://app.test' },
      null,
    );
    expect([status, body]).toMatchObject([404, { code: 'not_found' }]);
    expect(headers.get('access-control-allow-origin')).toBe('http://app.test');
  });

  test.each(['/static/1.449.2/exception-autocapture.js', '/static/exception-autocapture.js?v=1.200.0'])(
    'another posthog-js version loads %s',
    async (path) => {
      expect((await server.send('GET', path, {}, null)).status).toBe(200);
    },
  );

  test('a missing posthog-js script leaves a row in the inspector, with the served version', async () => {
    expect((await server.send('GET', '/static/1.2.3/toolbar.js', {}, null)).status).toBe(404);
    const results = await server.events('status=rejected&limit=1');
    expect(results).toMatchObject([{ reason: 'not_found', status: 'rejected' }]);
    const { request, pipeline } = await server.event(results[0]?.uuid);
    expect(request?.path).toBe('/static/1.2.3/toolbar.js');
    expect(pipeline[0]).toMatchObject({ stage: 'received', outcome: 'failed' });
    expect(pipeline[0]?.detail).toContain(`of posthog-js ${sdkVersion}`);
  });

  test('a rejected request leaves a row in the inspector', async () => {
    await decide({ distinct_id: 'someone' }, '?v=77');
    await server.send('GET', '/array/phc_nobody/config', {}, null);
    const results = await server.events('status=rejected&limit=2');
    expect(results.map(({ reason }) => reason)).toEqual(['invalid_api_key', 'invalid_input']);
  });
});
