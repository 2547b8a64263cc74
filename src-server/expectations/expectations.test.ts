import { expect, test } from 'vitest';
import { serverForAll } from '../testing/server-hooks.ts';
import { check, expectation, expectationList, testRunStatus } from './contract.ts';

const server = serverForAll();

const path = '/api/projects/1/expectations/';
const add = async (body: object) => expectation.parse((await server.api('POST', path, body)).body);
const read = async (id: number) => expectation.parse((await server.api('GET', `${path}${id}/`)).body);
const list = async (query = '') => expectationList.parse((await server.api('GET', `${path}?${query}`)).body);
const capture = (event: string, testRun?: string) =>
  server.capture({ event, distinct_id: 'ada' }, `/capture/${testRun === undefined ? '' : `?test_run=${testRun}`}`);

test('an expectation gets defaults, and is read, changed and deleted', async () => {
  const added = await add({ event: 'checkout' });
  expect(added).toMatchObject({
    name: '',
    test_run: null,
    event: 'checkout',
    properties: [],
    distinct_id: null,
    count: { at_least: 1 },
    after: null,
    schema: null,
    unique: null,
    within: null,
    status: 'pending',
    found: 0,
    nearest: null,
  });
  const changes = {
    name: 'One order',
    test_run: 'crud',
    count: { exactly: 1 },
    schema: { required: ['total'] },
    within: 10,
  };
  const answer = await server.api('PATCH', `${path}${added.id}/`, changes);
  expect(answer).toMatchObject({ status: 200, body: { ...changes, event: 'checkout', id: added.id } });
  const { updated_at: updatedAt } = await read(added.id);
  expect(updatedAt >= added.updated_at).toBe(true);
  expect(await server.api('PATCH', `${path}${added.id}/`, { test_run: null })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', attr: 'within' },
  });
  expect((await server.api('DELETE', `${path}${added.id}/`)).status).toBe(204);
  expect((await server.api('GET', `${path}${added.id}/`)).status).toBe(404);
});

test('the list is newest first, and is searched by name, event and test run', async () => {
  const ids: number[] = [];
  for (const body of [
    { event: 'listed', name: 'Über pays once' },
    { event: 'listed too', test_run: 'listing' },
  ]) {
    ids.unshift((await add(body)).id);
  }
  const found = async (query: string) => (await list(query)).results.map(({ id }) => id);
  expect(await found('search=listed')).toEqual(ids);
  expect(await found('search=über%20PAYS')).toEqual(ids.slice(1));
  expect(await found('test_run=listing')).toEqual(ids.slice(0, 1));
  expect(await list('search=listed&limit=1')).toMatchObject({ count: 2, previous: null, next: expect.any(String) });
});

test('the status is pending as long as events can change it', async () => {
  const of = (rule: object) => add({ event: 'live', test_run: 'live', ...rule });
  const rules = [{}, { count: { exactly: 1 } }, { count: { never: true } }, { count: { at_least: 2 } }];
  const ids: number[] = [];
  for (const rule of rules) ids.push((await of(rule)).id);
  const statuses = async () => Promise.all(ids.map(async (id) => (await read(id)).status));
  expect(await statuses()).toEqual(['pending', 'pending', 'pending', 'pending']);
  await capture('live', 'live');
  expect(await statuses()).toEqual(['passed', 'pending', 'failed', 'pending']);
  await server.api('PATCH', '/api/projects/1/test_runs/live/', { ended_at: new Date().toISOString() });
  expect(await statuses()).toEqual(['passed', 'passed', 'failed', 'failed']);
});

test('an expectation without a test run is about every event, and is checked with each test run', async () => {
  const { id } = await add({ event: 'shared', count: { exactly: 1 } });
  await capture('shared', 'shared-a');
  await capture('shared', 'shared-b');
  expect(await read(id)).toMatchObject({ status: 'failed', found: 2 });
  const { body } = await server.api('GET', '/api/projects/1/test_runs/shared-a/check/');
  const result = check.parse(body).results.find((each) => each.expectation.id === id);
  expect(result).toMatchObject({ status: 'passed', found: 1, expectation: { test_run: null } });
});

test('the status of a test run includes expectations of every event, pending while they can change', async () => {
  const of = async (run: string) =>
    testRunStatus.parse((await server.api('GET', `/api/projects/1/test_runs/${run}/status/`)).body);
  const statuses = async (ids: number[]) => {
    const { results } = await of('status');
    return ids.map((id) => {
      const result = results.find((each) => each.expectation.id === id);
      return [result?.status, result?.found, result?.matches.length];
    });
  };
  const own = await add({ event: 'seen', test_run: 'status', count: { exactly: 1 } });
  const shared = await add({ event: 'seen', count: { never: true } });
  const other = await add({ event: 'seen', test_run: 'status-of-another' });
  await capture('seen', 'status-elsewhere');
  expect(await statuses([own.id, shared.id])).toEqual([
    ['pending', 0, 0],
    ['pending', 0, 0],
  ]);
  await capture('seen', 'status');
  expect(await statuses([own.id, shared.id, other.id])).toEqual([
    ['pending', 1, 1],
    ['failed', 1, 1],
    [undefined, undefined, undefined],
  ]);
  expect((await of('status')).status).toBe('failed');
  await server.api('DELETE', `${path}${shared.id}/`);
});

test('test runs of a project without expectations have no status', async () => {
  const { body } = await server.api('POST', '/api/projects/', { name: 'Empty' });
  const status = await server.api('GET', `/api/projects/${Object(body).id}/test_runs/any/status/`);
  expect(status).toMatchObject({ status: 200, body: { status: null, results: [] } });
});

test('a check evaluates only the expectations of its test run', async () => {
  const { id } = await add({ event: 'own', test_run: 'own' });
  const idsOf = async (run: string) =>
    check
      .parse((await server.api('GET', `/api/projects/1/test_runs/${run}/check/`)).body)
      .results.map(({ expectation: { id } }) => id);
  expect(await idsOf('own')).toContain(id);
  expect(await idsOf('another')).not.toContain(id);
});

test.each([
  [{ event: '' }, 'event'],
  [{ event: 'a', within: 0 }, 'within'],
  [{ event: 'a', within: 5 }, 'within'],
  [{ event: 'a', test_run: 'no name' }, 'test_run'],
  [{ event: 'a', count: { never: false } }, 'count'],
  [{ event: 'a', propertys: [] }, 'propertys'],
  [{ event: 'a', properties: [{ key: 'plan', value: 'pro', opertor: 'is_not' }] }, 'properties__0__opertor'],
  [{ event: 'a', schema: 5 }, 'schema'],
  [{ event: 'a', schema: { minimun: 5 } }, 'schema'],
])('%j is refused with its field', async (body, attr) => {
  expect(await server.api('POST', path, body)).toMatchObject({ status: 400, body: { attr } });
  const { id } = await add({ event: 'a' });
  expect(await server.api('PATCH', `${path}${id}/`, body)).toMatchObject({ status: 400, body: { attr } });
});

test('expectations of another project are hidden', async () => {
  const { id } = await add({ event: 'ours' });
  const { body } = await server.api('POST', '/api/projects/', { name: 'Other' });
  const other = `/api/projects/${Object(body).id}/expectations/`;
  expect(await server.api('GET', other)).toMatchObject({ body: { count: 0 } });
  for (const method of ['GET', 'PATCH', 'DELETE'])
    expect((await server.api(method, `${other}${id}/`, method === 'PATCH' ? {} : undefined)).status).toBe(404);
});
