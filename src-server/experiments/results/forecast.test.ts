import { expect, test } from 'vitest';
import { experiment } from '../contract.ts';
import { called, did, inNovember, labForEach } from './results-testing.ts';

const { server, lab } = labForEach();

const filters = { events: [{ id: 'paid' }], funnel_window_days: 1 };

/** An experiment of ten days: weights and people by variant, a quarter of whom paid. */
async function runOf(variants: Record<string, [weight: number, people: number]>, parameters: object) {
  const weighted = Object.entries(variants).map(([key, [weight]]) => ({ key, rollout_percentage: weight }));
  const id = await lab.add({
    start_date: inNovember(11, 12),
    filters,
    parameters: { feature_flag_variants: weighted, ...parameters },
  });
  await lab.capture(
    Object.entries(variants).flatMap(([key, [, people]]) =>
      Array.from({ length: people }, (_, index) => {
        const exposure = called(`${key}-${index}`, key, inNovember(12));
        return index % 4 === 0 ? [exposure, did('paid', `${key}-${index}`, inNovember(12, 5))] : [exposure];
      }).flat(),
    ),
  );
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
  expect(health?.days_left).toBeCloseTo(10.5, 6);
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
  if (verdict.kind === 'unhealthy') return;
  expect(verdict).toMatchObject({
    kind: 'collecting',
    people: { state },
    next: [{ code: 'give_weight', variant: waitsFor }],
  });
  expect(explanation).toContain(text);
  await lab.change(id, { end_date: inNovember(21) });
  expect((await lab.result(id)).explanation).toContain('Run it again with a weight above 0 for');
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
  const flag = `/api/projects/@current/feature_flags/${experiment.parse((await lab.get(`${id}/`)).body).feature_flag}/`;
  await server.api('PATCH', flag, { active: false });
  const { health, explanation } = await lab.result(id);
  expect(health?.days_left ?? null).toEqual(window === null ? null : expect.closeTo(10.5, 6));
  const isNamed = explanation.includes(
    'The flag “checkout” gives nobody a variant, except by an override. Check that it is on',
  );
  expect(isNamed).toBe(window === null);
  expect(explanation.includes(' left')).toBe(window !== null);
  expect(explanation).not.toContain('Check that your code');
});
