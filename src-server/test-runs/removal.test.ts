import { expect, test } from 'vitest';
import { serverForAll } from '../testing/server-hooks.ts';
import { askerOf } from '../testing/test-runs.ts';

const server = serverForAll();
const { root } = askerOf(server);
type Item = { id: number; is_calculating: boolean };
const ask = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
  const answer = await server.api(method, root + path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as Body;
};
const hour = 3_600_000;
const start = Date.UTC(2026, 10, 10);

/** Sends an event of a person that happened some hours after the start. */
const send = (event: string, person: string, hours: number, run?: string, properties: object = {}) =>
  server.capture({
    event,
    distinct_id: person,
    timestamp: new Date(start + hours * hour).toISOString(),
    properties: { ...properties, $benchtop_test_run: run },
  });

test('actions count as if a deleted test run had never existed', async () => {
  const steps = [{ event: 'bought' }];
  const kept = await ask<Item>('POST', 'actions/', { name: 'Kept', steps });
  await send('bought', 'ann', 1);
  await send('bought', 'ann', 2, 'doomed');
  await send('bought', 'ann', 30, 'doomed');
  await send('bought', 'ann-2', 3, 'doomed');
  await send('bought', 'bob', 5, 'doomed');
  await send('bought', 'cleo', 40);
  await send('bought', 'cleo', 4, 'doomed');
  await send('$identify', 'ann', 50, undefined, { $anon_distinct_id: 'ann-2' });
  await ask('DELETE', 'test_runs/doomed/');

  const fresh = await ask<Item>('POST', 'actions/', { name: 'Fresh', steps });
  const isDone = async () => !(await ask<Item>('GET', `actions/${fresh.id}/`)).is_calculating;
  await expect.poll(isDone, { timeout: 20_000 }).toBe(true);
  const countOf = async ({ id }: Item) => {
    const { count, people_count, last_matched_at, series } = await ask<Record<string, unknown>>(
      'GET',
      `actions/${id}/count/`,
    );
    return { count, people_count, last_matched_at, series };
  };
  const peopleOf = async ({ id }: Item) =>
    (await ask<{ count: number; results: unknown[] }>('GET', `actions/people/?action_id=${id}`)).results;
  expect(await countOf(kept)).toMatchObject({ count: 2, people_count: 2 });
  expect(await countOf(kept)).toEqual(await countOf(fresh));
  expect(await peopleOf(kept)).toEqual(await peopleOf(fresh));
});

test('an action can be counted within a test run, and outside of all test runs', async () => {
  const action = await ask<Item>('POST', 'actions/', { name: 'Visits', steps: [{ event: 'visited' }] });
  for (const run of ['east', 'west', undefined]) {
    await send('visited', 'ann', 1, run);
    await send('visited', `only ${run}`, 30, run);
  }
  await send('visited', 'ann', 2, 'east');
  const counts = async (query: string) => {
    const count = await ask<Record<string, unknown>>('GET', `actions/${action.id}/count/?${query}`);
    return [count.count, count.people_count, count.last_matched_at];
  };
  const lastAt = new Date(start + 30 * hour).toISOString();
  expect(await counts('')).toEqual([7, 4, lastAt]);
  expect(await counts('test_run=east')).toEqual([3, 2, lastAt]);
  expect(await counts('test_run=west&date_to=2026-11-10')).toEqual([1, 1, lastAt]);
  expect(await counts('test_run=(none)')).toEqual([2, 2, lastAt]);
  expect(await counts('test_run=unseen')).toEqual([0, 0, null]);
  const { results } = await ask<{ results: object[] }>('GET', 'actions/counts/?test_run=east');
  expect(results).toContainEqual(expect.objectContaining({ action_id: action.id, count: 3, people_count: 2 }));

  type Listed = { count: number; results: { distinct_ids: string[]; action_count: number }[] };
  const people = await ask<Listed>('GET', `actions/people/?action_id=${action.id}&test_run=east`);
  expect(people.count).toBe(2);
  expect(people.results.map((one) => [one.distinct_ids[0], one.action_count])).toEqual([
    ['only east', 1],
    ['ann', 2],
  ]);
  const outside = await ask<Listed>('GET', `actions/${action.id}/events/?test_run=(none)&limit=1`);
  expect(outside).toMatchObject({ count: 2, results: [{ distinct_id: 'only undefined' }] });
});
