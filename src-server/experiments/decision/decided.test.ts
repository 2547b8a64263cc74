import { expect, test } from 'vitest';
import { at, noonForEach, root } from '../api-testing.ts';
import { decidedAs } from '../results/verdict/decided.ts';
import type { CountedPeople, Verdict, VerdictKind } from '../results/verdict/verdict-contract.ts';
import { type DecidedExperiment, decidedExperiments } from './decided-contract.ts';
import { exposeAndPay, paidSoon as filters } from './decision-testing.ts';

const { server, api, later } = noonForEach();

const decided = async () => decidedExperiments.parse((await server.api('GET', `${root}decided/`)).body).results;
const found = async () => (await decided()).map(({ id, kind, variant }) => [id, kind, variant]);

test('a running experiment is decided once a variant is better or worse, until it ends', async () => {
  await api.add({ start_date: at(0), filters });
  later(10);
  await exposeAndPay(server, { control: 80, test: 82 });
  expect(await found()).toEqual([]);
  later(20);
  await exposeAndPay(server, { control: 40, test: 200 }, 11, 1000);
  expect(await found()).toEqual([[1, 'better', 'test']]);
  const [one] = await decided();
  expect(one).toMatchObject({ name: 'Checkout', start_date: expect.any(String) } satisfies Partial<DecidedExperiment>);
  expect(one?.explanation).toMatch(/ship “test” to everyone\.$/);
  later(30);
  await server.api('PATCH', `${root}1/`, { end_date: at(30) });
  expect(await found()).toEqual([]);
});

test('"no clear difference" decides only at the planned number of people', () => {
  const wait = [{ code: 'wait', days: 3 }] as const;
  const stop = [{ code: 'stop_or_replan' }] as const;
  const harm: Verdict['next'] = [{ code: 'stop_for_harm', variant: 'test', metrics: ['Refunds'] }];
  const people: CountedPeople = { state: 'enough', counted: 4000, needed: 4000, smallest: 2000, few: [] };
  const decided = (kind: VerdictKind, next: Verdict['next'], of = people) => decidedAs({ kind, next, people: of });
  expect(decided('no_clear_difference', [...wait])).toBeNull();
  expect(decided('no_clear_difference', [...stop])).toBe('no_clear_difference');
  expect(decided('no_clear_difference', harm)).toBe('no_clear_difference');
  expect(decided('no_clear_difference', harm, { ...people, state: 'fewer_than_needed' })).toBeNull();
  expect(decided('leaning', [...stop])).toBeNull();
  expect(decided('unhealthy', [{ code: 'find_split_cause' }])).toBeNull();
  expect(decided('worse', [{ code: 'keep_control' }])).toBe('worse');
});

test('a draft is not listed', async () => {
  await api.add({ filters });
  expect(await found()).toEqual([]);
});
