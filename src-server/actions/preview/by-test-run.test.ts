import { beforeAll, expect, test } from 'vitest';
import { serverForAll } from '../../testing/server-hooks.ts';
import { preview } from './preview-contract.ts';

const server = serverForAll();
const path = '/api/projects/1/actions/preview/';

beforeAll(async () => {
  const sent = [
    ['bought', 'ann', 'left', 'pro'],
    ['bought', 'bob', 'left', 'free'],
    ['bought', 'ann', 'right', 'pro'],
    ['bought', 'cy', undefined, 'pro'],
    ['viewed', 'dan', undefined, 'none'],
  ];
  for (const [event, distinct_id, run, plan] of sent)
    await server.capture({ event, distinct_id, properties: { plan, $benchtop_test_run: run } });
});

const tried = async (steps: object[], test_run?: string) => {
  const body = { steps, test_run, find_nearest: true, chat_message_format: '[event.test_run]' };
  return preview.parse((await server.api('POST', path, body)).body);
};

const byName = { event: 'bought' };
const byProperty = { properties: { plan: 'pro' } };
const byPerson = { event: 'bought', properties: { plan: { value: 'pro', type: 'person', operator: 'is_not' } } };
test.each([
  ['a name', [byName], [4, 2, 1, 1]],
  ['a property', [byProperty], [3, 1, 1, 1]],
  ['a person', [byPerson], [4, 2, 1, 1]],
  ['two names', [byName, { event: 'viewed' }], [5, 2, 1, 2]],
])('steps by %s are tried on the events of a test run, of none, or all', async (_, steps, counts) => {
  const previews = await Promise.all([undefined, 'left', 'right', '(none)'].map((run) => tried(steps, run)));
  expect(previews.map(({ count }) => count)).toEqual(counts);
  expect(previews.map(({ results }) => results.length)).toEqual(counts);
  expect(previews[1]?.results.map(({ test_run }) => test_run)).toEqual(previews[1]?.results.map(() => 'left'));
  expect(previews.slice(1).map(({ message }) => message)).toEqual(['left', 'right', '']);
  expect(await tried(steps, 'unused')).toMatchObject({ count: 0, people_count: 0, is_complete: true, results: [] });
});

test.each([
  ['left', { event: 'bought', properties: { plan: 'none' } }, 'bob'],
  ['right', { event: 'viewed' }, 'ann'],
  ['(none)', { event: 'Bought' }, 'cy'],
  ['unused', byName, undefined],
])('the nearest event in %s belongs to it', async (run, step, person) => {
  expect((await tried([step], run)).nearest_event?.event.distinct_id).toBe(person);
});

test('an invalid test run name is refused', async () => {
  const answer = await server.api('POST', path, { steps: [byName], test_run: 'a b' });
  expect(answer).toMatchObject({ status: 400, body: { attr: 'test_run' } });
});
