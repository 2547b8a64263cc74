import { expect, test } from 'vitest';
import { exposedAndPaid, inNovember, labForEach } from './results-testing.ts';
import { maxPlannedDays } from './rules-contract.ts';

const { lab } = labForEach();

const filters = { events: [{ id: 'paid' }], funnel_window_days: 1 };

/** An experiment of ten days: weights and people by variant, of whom a quarter paid. Three of ten came on 12 November. */
async function runOf(variants: Record<string, [weight: number, people: number]>, parameters: object, othersCame = 15) {
  const weighted = Object.entries(variants).map(([key, [weight]]) => ({ key, rollout_percentage: weight }));
  const id = await lab.add({
    start_date: inNovember(11, 12),
    filters,
    parameters: { feature_flag_variants: weighted, ...parameters },
  });
  const people = Object.entries(variants).map(([key, [, count]]) => [key, [count, Math.ceil(count / 4)]] as const);
  const day = (place: number) => (place % 10 < 3 ? 12 : othersCame);
  await lab.capture(exposedAndPaid(Object.fromEntries(people), { day }));
  return id;
}

test('the days left follow a variant with little weight, if its people take longer than the planned ones', async () => {
  const id = await runOf({ control: [99, 198], test: [1, 2] }, { recommended_sample_size: 400 });
  const { health, verdict, explanation } = await lab.result(id);
  // 98 of 100 people at 0.2 a day, and their window.
  expect(health).toMatchObject({ needed: 400, days_left: expect.closeTo(491, 6), waits_for: 'test' });
  expect(health?.too_long).toMatchObject({ days: expect.closeTo(501, 6), waits_for: 'test' });
  expect(verdict.next).toMatchObject([{ code: 'wait' }, { code: 'end_sooner', waits_for: 'test' }]);
  expect(explanation).toContain('launch it with more weight for “test”');
});

test('the days left follow the planned people if each variant has enough by then', async () => {
  const id = await runOf({ control: [60, 120], test: [40, 80] }, { recommended_sample_size: 400 });
  expect((await lab.result(id)).health).toMatchObject({ days_left: expect.closeTo(11, 6), waits_for: null });
});

test('the few people of a variant wait for their window, too', async () => {
  const id = await runOf({ control: [50, 120], test: [50, 120] }, { recommended_sample_size: 100 });
  await lab.change(id, { filters: { ...filters, funnel_window_days: 20 } });
  const { health } = await lab.result(id);
  expect(health?.days_left).toBeCloseTo(13.5, 6);
});

test.each([
  [
    'no_control',
    { control: [0, 0], test: [100, 200] },
    'control',
    'Control has no weight. 200 people of about 400 so far. Give “control” a weight above 0 in Setup.',
  ],
  ['no_control', { control: [0, 99], test: [100, 20] }, 'control', 'Give “control” a weight above 0 in Setup.'],
  ['no_test_variant', { control: [100, 200], test: [0, 0] }, null, 'Give a test variant a weight above 0 in Setup.'],
  ['no_test_variant', { control: [100, 200], test: [0, 3] }, null, 'Only control has weight. '],
] as const)('nothing is forecast where nobody new is compared: %s', async (state, variants, waitsFor, text) => {
  const people = Object.fromEntries(Object.entries(variants).map(([key, [weight, count]]) => [key, [weight, count]]));
  const id = await runOf(people as Parameters<typeof runOf>[0], { recommended_sample_size: 400 });
  const { health, verdict, explanation } = await lab.result(id);
  expect(health).toMatchObject({ days_left: null, too_long: null, waits_for: waitsFor });
  expect(verdict).toMatchObject({
    kind: 'collecting',
    people: { state },
    next: [{ code: 'give_weight', variant: waitsFor }],
  });
  expect(explanation).toContain(text);
  await lab.change(id, { end_date: inNovember(21) });
  expect((await lab.result(id)).explanation).toContain('Run it again with a weight above 0 for');
});

test.each([
  ['a few testers', 3, 'ok', { control: 150, test: 150 }],
  ['many people', 100, 'mismatch', { control: 200, test: 200, retired: 0 }],
])('the split with %s in a variant without weight', async (_, retired, state, expected) => {
  const id = await runOf({ control: [50, 150], test: [50, 150], retired: [0, retired] }, {});
  const { health, verdict } = await lab.result(id);
  expect(health?.sample_ratio).toMatchObject({ state });
  expect(health?.sample_ratio?.expected).toEqual(expected);
  expect(verdict.kind === 'unhealthy').toBe(state === 'mismatch');
});

test.each([
  ['of a rare variant that gets ten times its people', { control: [99, 110], test: [1, 10] }, 'mismatch'],
  ['beside a rare variant', { control: [50, 160], test: [49, 90], rare: [1, 2] }, 'mismatch'],
  ['as the weights predict, beside a rare variant', { control: [50, 125], test: [49, 122], rare: [1, 3] }, 'ok'],
  ['with 5 people expected of one variant only', { control: [99, 110], test: [1, 1] }, 'too_few'],
  ['of two testers in a rare variant', { control: [99, 0], test: [1, 2] }, 'too_few'],
] as const)('a split %s, before 5 people are expected in each', async (_, variants, state) => {
  const id = await runOf(variants as unknown as Parameters<typeof runOf>[0], {});
  const { health, verdict } = await lab.result(id);
  expect(health?.sample_ratio).toMatchObject({ state, method: 'exact_binomial' });
  expect(verdict.kind === 'unhealthy').toBe(state === 'mismatch');
});

test('until the plan of the launch is reached its people are needed, despite later plans', async () => {
  const plan = { recommended_sample_size: 1000, recommended_running_time: 14 };
  const id = await runOf({ control: [50, 100], test: [50, 100] }, plan);
  const planned = { needed: 1000, is_planned: true, effect: null, days_left: expect.closeTo(41, 6) };
  expect((await lab.result(id)).health).toMatchObject({ ...planned, schedule: { pace: 'slower' } });
  for (const parameters of [
    { recommended_sample_size: 300, recommended_running_time: 14 },
    { recommended_sample_size: 2000, recommended_running_time: 14 },
    { minimum_detectable_effect: 5 },
    {},
  ]) {
    await lab.change(id, { parameters });
    const { health, verdict } = await lab.result(id);
    expect(health).toMatchObject({ ...planned, schedule: { pace: null } });
    expect(verdict.people).toMatchObject({ state: 'fewer_than_needed', counted: 200, needed: 1000 });
    expect(verdict.cautions).toContainEqual(
      expect.objectContaining({
        code: 'fewer_than_needed',
        needed: 1000,
        is_planned: true,
        days: expect.closeTo(41, 6),
      }),
    );
  }
});

test.each([
  ['140 of 200 came in them', 15, 20, 41],
  ['nobody came in them', 13, 0, null],
] as const)('the pace is that of the last seven days: %s', async (_, othersCame, perDay, left) => {
  const people = { control: [50, 100], test: [50, 100] } satisfies Parameters<typeof runOf>[0];
  const id = await runOf(people, { recommended_sample_size: 1000 }, othersCame);
  const { health, explanation } = await lab.result(id);
  expect(health).toMatchObject({ per_day: perDay, days_left: left === null ? null : expect.closeTo(left, 6) });
  expect(explanation).toContain(left === null ? 'Nobody new arrived in the last 7 days.' : 'left at this pace');
});

test.each([
  ['60 days', 1180, 0],
  ['61 days', 1200, 1],
] as const)('a run of %s is warned of by the limit of the planner', async (_, recommended_sample_size, warnings) => {
  const id = await runOf({ control: [50, 100], test: [50, 100] }, { recommended_sample_size });
  const { health, verdict, explanation } = await lab.result(id);
  const long = { days: 61, limit: maxPlannedDays, needs_new_run: true, waits_for: null, plan_people: null };
  expect(health?.too_long).toEqual(warnings === 1 ? long : null);
  expect(verdict.cautions.filter(({ code }) => code === 'too_long')).toEqual(
    warnings === 1 ? [{ code: 'too_long', ...long }] : [],
  );
  const codes = verdict.next.map(({ code }) => code);
  expect(codes).toEqual(warnings === 1 ? ['wait', 'end_sooner'] : ['wait']);
  expect(explanation.includes('To end it sooner')).toBe(warnings === 1);
});

test.each([
  ['in 10 days a fifth of the people arrived', { control: [50, 100], test: [50, 100] }, 20, true],
  ['few people are missing', { control: [50, 2000], test: [50, 2000] }, 20, false],
  ['a variant with little weight takes longest', { control: [99, 198], test: [1, 2] }, 100, false],
] as const)(
  'without a plan, a run that takes too long is told the people of one if they are fewer than are missing: %s',
  async (_, variants, effect, isTold) => {
    const people = Object.fromEntries(Object.entries(variants).map(([key, [weight, count]]) => [key, [weight, count]]));
    const id = await runOf(people as Parameters<typeof runOf>[0], { minimum_detectable_effect: effect });
    const { health, verdict, explanation } = await lab.result(id);
    const { plan_people: planned = null } = health?.too_long ?? {};
    expect(planned === null).toBe(!isTold);
    expect(explanation.includes('A new run with a plan')).toBe(isTold);
    if (planned !== null) {
      expect(verdict.next).toContainEqual(expect.objectContaining({ code: 'end_sooner', plan_people: planned }));
      expect(planned).toBeLessThan((health?.needed ?? 0) - 200);
    }
  },
);

test('once the plan of the launch is reached, the later plan applies', async () => {
  const id = await runOf({ control: [50, 100], test: [50, 100] }, { recommended_sample_size: 200 });
  await lab.change(id, { parameters: { minimum_detectable_effect: 120 } });
  expect((await lab.result(id)).health).toMatchObject({ is_planned: false, effect: 120 });
});

test.each([
  ['nobody is exposed', 0, null],
  ['people are missing', 100, null],
  ['all needed people only wait for their window', 200, 20],
])('while the flag is off nobody new is forecast, and the flag is named: %s', async (_, people, window) => {
  const id = await runOf({ control: [50, people], test: [50, people] }, { recommended_sample_size: 400 });
  if (window !== null) await lab.change(id, { filters: { ...filters, funnel_window_days: window } });
  await lab.changeFlag(id, { active: false });
  const { health, explanation } = await lab.result(id);
  expect(health?.days_left ?? null).toEqual(window === null ? null : expect.closeTo(13.5, 6));
  const isNamed = explanation.includes(
    'The flag “checkout” gives nobody a variant, except by an override. Check that it is on',
  );
  expect(isNamed).toBe(window === null);
  expect(explanation.includes(' left')).toBe(window !== null);
  expect(explanation).not.toContain('Check that your code');
});
