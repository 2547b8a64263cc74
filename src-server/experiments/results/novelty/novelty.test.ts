import { expect, test } from 'vitest';
import { called, did, inNovember, labForAll, trend } from '../results-testing.ts';
import { type Novelty, novelty } from './novelty-contract.ts';

const { lab } = labForAll();

const both = ['control', 'test'];

/** Exposed on day `on`; pays so often an hour later, and so often 50 hours later. */
type Person = { on?: number; first: number; later: number };
const people = (of: number, one: (index: number) => Person) => Array.from({ length: of }, (_, index) => one(index));

let flags = 0;
async function ran(filters: object, groups: readonly Person[][], fields: object = {}) {
  flags += 1;
  const key = `novelty-${flags}`;
  const id = await lab.add({ name: key, feature_flag_key: key, start_date: inNovember(1), filters, ...fields });
  const times = (count: number, event: object) => Array.from({ length: count }, () => event);
  const batch = groups.flatMap((group, variant) =>
    group.flatMap(({ on = 2, first, later }, index) => {
      const person = `${key}-${variant}-${index}`;
      return [
        called(person, both[variant] ?? '', inNovember(on), key),
        ...times(first, did('paid', person, inNovember(on, 1))),
        ...times(later, did('paid', person, inNovember(on, 50))),
      ];
    }),
  );
  if (batch.length > 0) await lab.capture(batch);
  return id;
}
const read = async (id: number, query = ''): Promise<Novelty> =>
  novelty.parse((await lab.get(`${id}/novelty/${query}`)).body);

test('an effect of the first day only is fading, among the people who have passed the later days', async () => {
  const id = await ran(trend, [
    people(200, (index) => ({ first: index % 3, later: index % 4 })),
    people(200, (index) => ({ first: 2 + (index % 3), later: index % 4 })),
  ]);
  const { state, spans, changes, converts_once } = await read(id);
  expect([state, converts_once]).toEqual(['ready', false]);
  expect(spans.map(({ from_day: from, to_day: to }) => [from, to])).toEqual([
    [0, 0],
    [1, 1],
    [2, 3],
    [4, 7],
    [8, 14],
  ]);
  expect(spans.map(({ variants }) => variants[1]?.value)).toEqual([2.995, 0, 1.5, 0, 0]);
  expect(spans[0]?.variants[1]?.versus).toMatchObject({
    lift: expect.closeTo(2.995 / 0.995 - 1, 2),
    is_too_little: false,
  });
  expect(spans[2]?.variants[1]?.versus).toMatchObject({ lift: 0, p_value_adjusted: 1 });
  expect(changes).toMatchObject([
    {
      key: 'test',
      judgement: 'fading',
      people: 400,
      later: { from_day: 1, to_day: 14, lift: 0 },
    },
  ]);
});

test('an effect that stays is steady, one that grows is growing, and one that turns is reversed', async () => {
  const judged = async (ofTest: (index: number) => Person) => {
    const id = await ran(trend, [
      people(300, (index) => ({ first: index % 3, later: index % 3 })),
      people(300, ofTest),
    ]);
    return (await read(id)).changes[0]?.judgement;
  };
  expect(await judged((index) => ({ first: 1 + (index % 3), later: 1 + (index % 3) }))).toBe('steady');
  expect(await judged((index) => ({ first: index % 3, later: 2 + (index % 3) }))).toBe('growing');
  expect(await judged((index) => ({ first: 1 + (index % 3), later: index % 2 }))).toBe('reversed');
});

test('a person counts for a span once it has passed, and later days end at the span that half have passed', async () => {
  const id = await ran(trend, [
    [
      ...people(120, (index) => ({ on: 12, first: index % 2, later: 1 })),
      ...people(130, () => ({ on: 17, first: 1, later: 1 })),
    ],
    [
      ...people(120, (index) => ({ on: 12, first: index % 2, later: 1 })),
      ...people(130, () => ({ on: 21, first: 1, later: 1 })),
    ],
  ]);
  const { spans, changes } = await read(id);
  const counts = spans.map(({ variants }) => variants.map(({ people: of }) => of));
  expect(counts).toEqual([
    [250, 120],
    [250, 120],
    [250, 120],
    [120, 120],
  ]);
  expect(changes).toMatchObject([{ people: 240, judgement: 'steady', later: { to_day: 7 } }]);
});

test('in a funnel, the first conversion within the window counts', async () => {
  const once = (index: number) => ({ first: index % 2, later: 1 });
  const id = await ran({ events: [{ id: 'paid' }], funnel_window_days: 4 }, [people(150, once), people(150, once)]);
  const { converts_once, spans, changes } = await read(id);
  expect(converts_once).toBe(true);
  expect(spans.map(({ variants }) => variants[0]?.value)).toEqual([0.5, 0, 0.5]);
  expect(changes).toMatchObject([{ judgement: 'steady', later: { to_day: 3 } }]);
  // The same people as in the first row of the chart, so the same lift and the same interval.
  const { lift, lift_interval } = spans[0]?.variants[1]?.versus ?? {};
  expect(changes[0]?.first).toEqual({ from_day: 0, to_day: 0, lift, lift_interval });
});

test('if there is nothing to compare, the state says why', async () => {
  const few = [people(20, () => ({ first: 1, later: 1 })), people(20, () => ({ first: 2, later: 1 }))];
  const stateOf = async (filters: object, groups: Person[][] = []) => (await read(await ran(filters, groups))).state;
  expect(await stateOf({})).toBe('no_metric');
  const retention = { events: [{ id: 'paid' }], benchtop: { kind: 'retention', return_days: [1, 7] } };
  expect(await stateOf(retention)).toBe('not_for_kind');
  expect(await stateOf({ events: [{ id: 'paid' }], funnel_window_days: 0.5 })).toBe('window_too_short');
  expect(await stateOf(trend)).toBe('no_exposures');
  expect(await stateOf(trend, [people(5, () => ({ on: 21, first: 1, later: 0 }))])).toBe('no_full_day');
  expect((await read(await ran(trend, few))).changes).toMatchObject([
    { judgement: 'too_little', first: null, p_value: null },
  ]);
  const judgementOf = async (filters: object, groups: Person[][]) =>
    (await read(await ran(filters, groups))).changes.map(({ judgement }) => judgement);
  expect(await judgementOf({ events: [{ id: 'paid' }], funnel_window_days: 1 }, few)).toEqual(['no_later_days']);
  const recent = both.map(() => people(20, () => ({ on: 20, first: 1, later: 0 })));
  expect(await judgementOf(trend, recent)).toEqual(['too_early']);
});

test('a secondary metric is requested by its index', async () => {
  const id = await ran({}, [people(5, () => ({ first: 1, later: 0 }))], {
    secondary_metrics: [{ name: 'Payments', filters: trend }],
  });
  expect((await read(id, '?metric=0')).state).toBe('ready');
  const answer = await lab.get(`${id}/novelty/?metric=1`);
  expect(answer).toMatchObject({ status: 400, body: { attr: 'metric' } });
  expect(await lab.get(`${id}/novelty/?metric=first`)).toMatchObject({ status: 400, body: { attr: 'metric' } });
});
