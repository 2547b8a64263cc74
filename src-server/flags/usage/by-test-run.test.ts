import { beforeEach, expect, test } from 'vitest';
import { serverForEach } from '../../testing/server-hooks.ts';
import { flagUsage, reach, unknownFlagKeyList } from '../evaluation/evaluation-contract.ts';

const server = serverForEach();
const root = '/api/projects/1/';
const flags = `${root}feature_flags/`;
const read = async (path: string) => (await server.api('GET', path)).body;

beforeEach(async () => {
  await server.api('POST', flags, { key: 'everybody' });
});

const usage = async (query = '') => flagUsage.parse(await read(`${flags}1/usage/?minutes=5${query}`)).totals.true ?? 0;
const unknownKeys = async (query = '') =>
  Object.fromEntries(
    unknownFlagKeyList.parse(await read(`${flags}unknown_keys/${query}`)).results.map(({ key, count }) => [key, count]),
  );
const decide = (distinct_id: string, run = '', body: object = {}) =>
  server.capture({ distinct_id, ...body }, `/flags/?v=2&test_run=${run}`);

test('usage counts the answers of one test run, without a test run, or all', async () => {
  // More answers than are logged individually.
  const many = Array.from({ length: 300 }, (_, index) => decide(`person-${index}`, 'left'));
  await Promise.all([...many, decide('ann', 'right'), decide('ann', 'right'), decide('ann')]);
  expect(await usage()).toBe(303);
  expect(await usage('&test_run=left')).toBe(300);
  expect(await usage('&test_run=right')).toBe(2);
  expect(await usage('&test_run=(none)')).toBe(1);
  expect(await usage('&test_run=unused')).toBe(0);
});

test('a decide without a test run counts for the one its person is assigned to', async () => {
  await server.api('POST', `${root}test_runs/`, { name: 'of-ann', assign: { distinct_id: 'ann' } });
  await decide('ann', '', { flag_keys_to_evaluate: ['everybody', 'unknown'] });
  await decide('bob', '', { flag_keys_to_evaluate: ['everybody', 'unknown'] });
  expect([await usage('&test_run=of-ann'), await usage('&test_run=(none)')]).toEqual([1, 1]);
  expect([await unknownKeys('?test_run=of-ann'), await unknownKeys('?test_run=(none)')]).toEqual([
    { unknown: 1 },
    { unknown: 1 },
  ]);
  await server.api('PATCH', `${root}test_runs/of-ann/`, { ended_at: new Date().toISOString() });
  await decide('ann');
  expect([await usage('&test_run=of-ann'), await usage('&test_run=(none)')]).toEqual([1, 2]);
});

test('unknown keys have the test run of the decide, event or payload request that named them', async () => {
  await decide('ann', 'left', { flag_keys_to_evaluate: ['by-decide'] });
  for (const [run, key] of [
    ['left', 'by-event'],
    ['right', 'by-event'],
    [undefined, 'by-event'],
  ])
    await server.capture({
      event: '$feature_flag_called',
      distinct_id: 'ann',
      properties: { $feature_flag: key, $benchtop_test_run: run },
    });
  const payload = (run: string) => `/test-run/${run}${flags}by-payload/remote_config/`;
  for (const run of ['left', 'a%20b']) expect((await server.api('GET', payload(run))).status).toBe(404);
  expect(await unknownKeys()).toEqual({ 'by-decide': 1, 'by-event': 3, 'by-payload': 2 });
  expect(await unknownKeys('?test_run=left')).toEqual({ 'by-decide': 1, 'by-event': 1, 'by-payload': 1 });
  expect(await unknownKeys('?test_run=right')).toEqual({ 'by-event': 1 });
  expect(await unknownKeys('?test_run=(none)')).toEqual({ 'by-event': 1, 'by-payload': 1 });
  expect(unknownFlagKeyList.parse(await read(`${flags}unknown_keys/?limit=1`))).toMatchObject({ count: 3 });
});

test('deleting a test run deletes its answers and unknown keys', async () => {
  for (const run of ['doomed', 'kept', ''])
    await decide('ann', run, { flag_keys_to_evaluate: ['everybody', 'unknown'] });
  expect([await usage(), await unknownKeys()]).toEqual([3, { unknown: 3 }]);
  expect((await server.api('DELETE', `${root}test_runs/doomed/`)).status).toBe(204);
  expect([await usage(), await unknownKeys()]).toEqual([2, { unknown: 2 }]);
  expect([await usage('&test_run=kept'), await usage('&test_run=(none)')]).toEqual([1, 1]);
});

test('the reach of a draft counts persons of one test run, without a test run, or all', async () => {
  const sent = [
    ['ann', 'left', 'pro'],
    ['bob', 'left', 'free'],
    ['cy', undefined, 'pro'],
  ];
  for (const [distinct_id, run, plan] of sent)
    await server.capture({ event: 'opened', distinct_id, properties: { $set: { plan }, $benchtop_test_run: run } });
  const groups = [{ properties: [{ key: 'plan', value: 'pro' }] }];
  const ask = (body: object) => server.api('POST', `${flags}reach/`, { key: 'draft', filters: { groups }, ...body });
  const reached = async (test_run?: string) => {
    const { known, reached: on } = reach.parse((await ask({ test_run })).body);
    return [known, on];
  };
  expect(await reached()).toEqual([3, 2]);
  expect(await reached('left')).toEqual([2, 1]);
  expect(await reached('(none)')).toEqual([1, 1]);
  expect(await reached('unused')).toEqual([0, 0]);
  for (const body of [{ test_run: 'a b' }, { test_run: 'left', filters: { groups, aggregation_group_type_index: 0 } }])
    expect(await ask(body)).toMatchObject({ status: 400, body: { attr: 'test_run' } });
});
