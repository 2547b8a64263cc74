import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ErrorBody, errorBody } from '../../core/contract.ts';
import { currentUser } from '../../projects/contract.ts';
import { endpoints, type Rule } from '../../testing/access-rules.ts';
import type { TestServer } from '../../testing/server.ts';
import { serverForAll } from '../../testing/server-hooks.ts';
import { done, startFollower, tablesOf } from './following-testing.ts';

const source = serverForAll();
let follower: TestServer;

beforeAll(async () => {
  await done(source, 'POST', '/api/projects/1/feature_flags/', { key: 'known-flag' });
  follower = await startFollower(source);
});
afterAll(() => follower.close());

const pathOf = (path: string) =>
  path
    .replace('{project_id}', '1')
    .replace('{user_id}', '1')
    .replace('{key}', 'known-flag')
    .replace(/\{\w+\}/g, '999999');
const call = async (endpoint: string) => {
  const [method = '', path = ''] = endpoint.split(' ');
  const { status, body } = await follower.api(method.toUpperCase(), pathOf(path), method === 'get' ? undefined : {});
  return { status, code: errorBody.safeParse(body).data?.code };
};

const edits: readonly Rule[] = ['edits definitions of a project', 'edits projects', 'edits a project'];
const casesOf = (isEdit: boolean) =>
  Object.entries(endpoints).flatMap(([rule, ofRule]) => (edits.some((one) => one === rule) === isEdit ? ofRule : []));

// access.test.ts checks that these lists are complete.
test.each(casesOf(true))('%s is refused on a follower', async (endpoint) => {
  expect(await call(endpoint)).toEqual({ status: 409, code: 'definitions_elsewhere' });
});

test.each(casesOf(false))('%s is allowed on a follower', async (endpoint) => {
  expect((await call(endpoint)).code).not.toBe('definitions_elsewhere');
});

test('the refusal names the source and changes nothing, and a session is told beforehand', async () => {
  const before = await tablesOf(follower);
  const { body } = await follower.api('POST', '/api/projects/1/feature_flags/', { key: 'mine' });
  expect(body as ErrorBody).toMatchObject({
    detail: expect.stringContaining(`takes its definitions from ${source.url}.`),
  });
  expect(await tablesOf(follower)).toEqual(before);
  const permissionsOf = async ({ api }: TestServer) =>
    currentUser.parse((await api('GET', '/api/users/@me/')).body).permissions;
  expect(await permissionsOf(follower)).toEqual(['write', 'read_all_projects', 'administer']);
  expect(await permissionsOf(source)).toEqual([
    ...(await permissionsOf(follower)),
    'edit_definitions',
    'edit_projects',
  ]);
});

test('a read-only key is refused for being read-only', async () => {
  const { body } = await follower.api('POST', '/api/personal_api_keys/', { name: 'reads', access: 'read' });
  const { value } = body as { value: string };
  const refused = await follower.api('POST', '/api/projects/1/feature_flags/', { key: 'mine' }, value);
  expect(refused).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
});

test('a follower stores everything but definitions: events, test runs, pins, views, personal keys', async () => {
  const uuid = '0190a5f0-1111-4222-8333-444455556666';
  await follower.capture({ event: 'paid', distinct_id: 'ann', uuid });
  await done(follower, 'PUT', `/api/projects/1/pins/${uuid}/`, { note: 'why' });
  await done(follower, 'POST', '/api/projects/1/test_runs/', { name: 'checkout' });
  await done(follower, 'POST', '/api/projects/1/saved_views/', { name: 'Paid', filter: 'event=paid' });
  await done(follower, 'POST', '/api/projects/1/feature_flags/evaluate/', { distinct_id: 'ann' });
});

test('a folder that took definitions keeps them without the option, and they can be edited', async () => {
  const before = await tablesOf(follower);
  await follower.restart({ definitions: undefined });
  expect(await tablesOf(follower)).toEqual(before);
  expect((await follower.api('GET', '/api/status/')).body).toMatchObject({ definitions: null });
  await done(follower, 'POST', '/api/projects/1/feature_flags/', { key: 'mine' });
  await follower.restart();
  await expect.poll(() => tablesOf(follower), { timeout: 20_000 }).toEqual(await tablesOf(source));
});
