import { expect, test } from 'vitest';
import { called, did, expectLastDay, inNovember, labForAll, trend } from '../results-testing.ts';

const { lab } = labForAll();

const both = ['control', 'test'] as const;

type Person = { before: number; after: number; days?: number; on?: number; amount?: number };
let flags = 0;
/**
 * Exposes the people of each variant, by default on the 15th; they pay so often some days before (by default 2), and an hour
 * later, by default an amount of 1.
 */
async function ran(
  groups: readonly Person[][],
  { filters = trend as object, cuped = { days: 7 } as object | null } = {},
) {
  flags += 1;
  const key = `cuped-${flags}`;
  const parameters = { benchtop: { cuped } };
  const id = await lab.add({ name: key, feature_flag_key: key, start_date: inNovember(14), filters, parameters });
  const times = (count: number, event: object) => Array.from({ length: count }, () => event);
  const batch = groups.flatMap((people, group) =>
    people.flatMap(({ before, after, days = 2, on = 15, amount = 1 }, index) => {
      const person = `${key}-${group}-${index}`;
      return [
        called(person, both[group] ?? '', inNovember(on), key),
        ...times(before, did('paid', person, inNovember(on - days), { amount })),
        ...times(after, did('paid', person, inNovember(on, 1), { amount })),
      ];
    }),
  );
  await lab.capture(batch);
  return id;
}

const people = (of: number, one: (index: number) => Person) => Array.from({ length: of }, (_, index) => one(index));
/** The same habit in both variants; the test variant adds a payment of every second person. */
const habits = both.map((variant) =>
  people(150, (index) => ({ before: index % 5, after: (index % 5) + (variant === 'test' ? index % 2 : 0) })),
);

test('CUPED adjusts the comparison for earlier behavior, and the shown values stay', async () => {
  const [on, off] = [await ran(habits), await ran(habits, { cuped: null })];
  const [adjusted, plain] = [await lab.result(on), await lab.result(off)];
  for (const one of [adjusted, plain]) expectLastDay(one);
  expect(adjusted.days.at(-1)?.variants[1]?.evidence.lift_interval).not.toBeNull();
  expect(plain.basis?.cuped).toBeNull();
  expect(adjusted.basis?.cuped).toMatchObject({ days: 7, state: 'applied', people_with_history: 240, p_value: 1 });
  expect(adjusted.basis?.cuped?.theta).toBeCloseTo(1, 2);
  expect(adjusted.basis?.cuped?.variance_reduction).toBeGreaterThan(0.9);
  const [with_, without] = [adjusted, plain].map(({ variants }) => variants[1]?.evidence);
  expect(with_).toMatchObject({ value: 2.5, interval: without?.interval, count: 375 });
  expect(without).toMatchObject({ adjusted_value: null, versus: { unadjusted: null } });
  // Equal habits: only the certainty differs.
  expect(with_?.adjusted_value).toBeCloseTo(2.5, 10);
  expect(with_?.versus?.lift).toBeCloseTo(0.25, 10);
  expect(with_?.versus?.unadjusted).toEqual({
    lift: without?.versus?.lift,
    lift_interval: without?.versus?.lift_interval,
    difference: without?.versus?.difference,
    difference_interval: without?.versus?.difference_interval,
    p_value: without?.versus?.p_value,
  });
  const width = ([low, high]: [number, number] = [0, 0]) => high - low;
  expect(width(with_?.versus?.lift_interval ?? undefined)).toBeLessThan(
    width(without?.versus?.lift_interval ?? undefined) / 2,
  );
  expect([plain.verdict.kind, adjusted.verdict.kind]).toEqual(['leaning', 'better']);
});

test('with refunds, too, the last day has the numbers of the result', async () => {
  const refunds = habits.map((group) =>
    group.map((person, index) => ({ ...person, amount: index % 7 === 0 ? -1 : 2 })),
  );
  const filters = { ...trend, benchtop: { kind: 'mean_property', property: 'amount' } };
  const result = await lab.result(await ran(refunds, { filters }));
  expect(result.basis?.cuped?.state).toBe('applied');
  expect(result.days.at(-1)?.variants[1]?.evidence.lift_interval).not.toBeNull();
  expectLastDay(result);
});

test('the test at the planned size is adjusted too, by its own people', async () => {
  // The last of the planned people comes a day later, when the rest have paid.
  const late = people(10, () => ({ before: 0, after: 0, on: 16 }));
  const id = await ran(habits.map((group) => [...group, ...late]));
  await lab.change(id, {
    start_date: null,
    parameters: { benchtop: { cuped: { days: 7 } }, recommended_sample_size: 310 },
  });
  await lab.change(id, { start_date: inNovember(14) });
  const { variants } = await lab.result(id);
  const { final = null, unadjusted = null } = variants[1]?.evidence.versus ?? {};
  expect(final?.p_value).toBeLessThan((unadjusted?.p_value ?? 0) / 100);
});

test('earlier values are capped at the share of the metric, or not at all', async () => {
  // One of 50 is an outlier.
  const heavy = habits.map((group) =>
    group.map((person, index) => ({ ...person, before: index % 50 === 0 ? 60 : person.before })),
  );
  const thetaWith = async (capShare: number) => {
    const filters = { ...trend, benchtop: { cap_share: capShare } };
    return (await lab.result(await ran(heavy, { filters }))).basis?.cuped?.theta ?? Number.NaN;
  };
  const [free, capped] = [await thetaWith(0), await thetaWith(0.05)];
  expect(free).toBeLessThan(0.1);
  expect(capped).toBeGreaterThan(0.8);
});

test('only the days before the exposure count, up to its moment', async () => {
  const early = habits.map((group) => group.map((person) => ({ ...person, days: 8 })));
  expect((await lab.result(await ran(early))).basis?.cuped).toMatchObject({ state: 'no_history', theta: null });
  const edge = habits.map((group) => group.map((person) => ({ ...person, days: 7 })));
  expect((await lab.result(await ran(edge))).basis?.cuped).toMatchObject({ state: 'applied' });
  const late = habits.map((group) => group.map((person) => ({ ...person, days: 0 })));
  const { basis, variants } = await lab.result(await ran(late));
  expect(basis?.cuped?.state).toBe('no_history');
  expect(variants[0]?.evidence).toMatchObject({ count: 600, versus: null });
});

test('a funnel counts who converted before', async () => {
  const loyal = both.map((variant) =>
    people(300, (index) => ({
      before: index % 3 === 0 ? 1 : 0,
      after: index % 3 === 0 || (variant === 'test' && index % 10 === 1) ? 1 : 0,
    })),
  );
  const result = await lab.result(await ran(loyal, { filters: { events: [{ id: 'paid' }], funnel_window_days: 1 } }));
  expectLastDay(result);
  const { basis, variants } = result;
  expect(basis?.cuped).toMatchObject({ state: 'applied', people_with_history: 200 });
  expect(variants[1]).toMatchObject({ success_count: 120, evidence: { value: 0.4, versus: { is_too_little: false } } });
  expect(variants[1]?.evidence.versus?.lift).toBeCloseTo(0.2, 10);
});

test('if CUPED does not help or would mislead, it is not applied, with a reason', async () => {
  const states = async (groups: Person[][], filters: object = trend) => {
    const { basis, variants } = await lab.result(await ran(groups, { filters }));
    return [basis?.cuped?.state, variants[1]?.evidence.versus?.unadjusted];
  };
  // More of the test variant were there before.
  const loyalty = habits.map((group, index) =>
    group.map((person) => ({ ...person, before: person.before + 2 * index })),
  );
  expect(await states(loyalty)).toEqual(['unbalanced', null]);
  const plan = [{ key: 'plan', value: 'team', type: 'person' }];
  expect(await states(habits, { ...trend, properties: plan })).toEqual(['person_conditions', null]);
  const retention = { events: [{ id: 'paid' }], benchtop: { kind: 'retention', return_days: [1, 1] } };
  expect(await states(habits, retention)).toEqual(['not_for_kind', null]);
  expect(await states(habits.map((group) => group.map((person) => ({ ...person, before: 0 }))))).toEqual([
    'no_history',
    null,
  ]);
});
