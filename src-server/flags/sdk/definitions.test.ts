import { beforeAll, expect, test, vi } from 'vitest';
import { project } from '../../projects/contract.ts';
import { serverForAll } from '../../testing/server-hooks.ts';

const root = '/api/projects/1/feature_flags/';
const server = serverForAll();

beforeAll(async () => {
  const payloads = { true: { limit: 5 } };
  await addFlag({ key: 'checkout', filters: { groups: [{}], payloads } });
  await addFlag({ key: 'plain', filters: { groups: [{ rollout_percentage: 50 }] } });
});

async function addFlag(flag: object, of = 1): Promise<void> {
  expect((await server.api('POST', `/api/projects/${of}/feature_flags/`, flag)).status).toBe(201);
}

const payload = (key: string, query = '', of: number | string = 1) =>
  server.api('GET', `/api/projects/${of}/feature_flags/${key}/remote_config${query}`);

test('the oldest form of definitions makes the SDK ask the server for every flag', async () => {
  const { status, body } = await server.api('GET', `/api/feature_flag/?token=${server.projectKey}`);
  expect(status).toBe(200);
  const { results } = body as { results: { key: string; active: boolean; is_simple_flag: boolean }[] };
  const seen = results.map(({ key, active, is_simple_flag: isSimple }) => [key, active, isSimple]);
  expect(seen).toEqual(expect.arrayContaining([...['checkout', 'plain'].map((key) => [key, true, false])]));
});

test('a request for definitions with an unknown project key is rejected, and leaves a row', async () => {
  for (const path of ['/api/feature_flag/', '/api/feature_flag/local_evaluation']) {
    expect((await server.api('GET', `${path}?token=phc_unknown`)).body).toMatchObject({ code: 'invalid_api_key' });
  }
  const rows = await server.events('status=rejected&limit=2');
  expect(rows).toMatchObject([{ reason: 'invalid_api_key' }, { reason: 'invalid_api_key' }]);
});

test('a request for definitions without a project key is told where it goes', async () => {
  for (const path of ['/api/feature_flag/', '/flags/definitions/', '/api/feature_flag/local_evaluation']) {
    const detail = 'API key not provided. Send the project API key as `token` in the URL.';
    expect((await server.api('GET', path)).body).toMatchObject({ code: 'missing_api_key', detail });
  }
});

test('a payload is read without a person, as JSON text; null if the flag has none', async () => {
  expect((await payload('checkout')).body).toBe('{"limit":5}');
  expect((await payload('checkout', '/')).body).toBe('{"limit":5}');
  const { status, body } = await payload('plain', `?token=${server.projectKey}`);
  expect([status, body]).toEqual([200, null]);
});

test('an override for everyone determines the payload', async () => {
  const flag = { key: 'theme', filters: { groups: [{}], payloads: { dark: '"black"', light: '"white"' } } };
  const variants = ['dark', 'light'].map((key) => ({ key, rollout_percentage: 50 }));
  await addFlag({ ...flag, filters: { ...flag.filters, multivariate: { variants } } });
  const { body } = await server.api('GET', `${root}?search=theme`);
  const id = (body as { results: { id: number }[] }).results[0]?.id;
  expect((await payload('theme')).body).toBeNull();
  await server.api('POST', `${root}${id}/overrides/`, { value: 'light' });
  expect((await payload('theme')).body).toBe('"white"');
});

test('the project key identifies the project if the path has the current one', async () => {
  const other = project.parse((await server.api('POST', '/api/projects/', { name: 'Other' })).body);
  await addFlag({ key: 'checkout', filters: { groups: [{}], payloads: { true: '"other"' } } }, other.id);
  expect((await payload('checkout', `?token=${other.api_key}`, '@current')).body).toBe('"other"');
  expect((await payload('checkout', '', '@current')).body).toBe('{"limit":5}');
});

test('an unknown flag is rejected with its key, leaves a row in its project, and is listed as requested', async () => {
  const { status, body } = await payload('chekout');
  expect([status, body]).toMatchObject([404, { detail: 'No feature flag has the key "chekout".' }]);
  await vi.waitFor(async () => {
    expect((await server.api('GET', `${root}unknown_keys/`)).body).toMatchObject({ results: [{ key: 'chekout' }] });
  }, 10_000);
  const rows = await server.events('status=rejected&limit=1');
  expect(rows).toMatchObject([{ reason: 'not_found', unassigned: false }]);
});

test('a group flag is on before the first event of a group: the request adds the group type', async () => {
  const { id, api_key } = project.parse((await server.api('POST', '/api/projects/', { name: 'New' })).body);
  const gold = { properties: [{ key: 'tier', value: 'gold', type: 'group' }] };
  await addFlag({ key: 'companies', filters: { groups: [gold], aggregation_group_type_index: 0 } }, id);
  const decide = async (groups: object, group_properties: object) => {
    const { body } = await server.capture({ api_key, distinct_id: 'ada', groups, group_properties }, '/decide/?v=3');
    return (body as { featureFlags: Record<string, unknown> }).featureFlags.companies;
  };
  const mapping = async () => {
    const { body } = await server.api('GET', `/api/feature_flag/local_evaluation?token=${api_key}`);
    return (body as { group_type_mapping: object }).group_type_mapping;
  };
  expect(await decide({}, {})).toBe(false);
  expect(await mapping()).toEqual({});
  expect(await decide({ company: 'acme' }, { company: { tier: 'gold' } })).toBe(true);
  expect(await decide({ company: 'acme' }, { company: { tier: 'tin' } })).toBe(false);
  await vi.waitFor(async () => expect(await mapping()).toEqual({ 0: 'company' }), 10_000);
  expect(await decide({ team: 'a', company: 'acme' }, { company: { tier: 'gold' } })).toBe(true);
  expect(await mapping(), 'a type that no flag needs is left to events').toEqual({ 0: 'company' });
});
