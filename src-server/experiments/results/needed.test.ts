import { expect, test } from 'vitest';
import { alwaysValidP } from '../../statistics/always-valid.ts';
import { significanceLevel } from '../../statistics/contract.ts';
import { findRoot } from '../../statistics/find-root.ts';
import type { Histogram } from '../../statistics/sample.ts';
import { seededUniform } from '../../statistics/seeded-uniform.ts';
import { powerAt } from '../planning/planning.ts';
import { drawInto, shareOf } from '../planning/simulated/draw.ts';
import { judged } from '../planning/simulated/judged.ts';
import type { Health } from './results-contract.ts';
import { called, did, inNovember, labForEach, trend } from './results-testing.ts';
import { narrowestWithoutPlan } from './rules-contract.ts';

const { lab } = labForEach();
const people = Array.from({ length: 40 }, (_, index) => index);

/** Returns the needed people of an experiment whose persons pay this many times each. */
async function neededOf(times: (index: number) => number, metric: object, more: object = {}): Promise<number> {
  const parameters = { minimum_detectable_effect: 20, ...more };
  const id = await lab.add({ filters: metric, start_date: inNovember(18), parameters });
  const events = people.flatMap((index) => [
    called(`person-${index}`, index % 2 === 0 ? 'control' : 'test', inNovember(19)),
    ...Array.from({ length: times(index) }, () => did('paid', `person-${index}`, inNovember(20), { total: 5 })),
  ]);
  await lab.capture(events);
  return (await lab.result(id)).health?.needed ?? 0;
}

const sum = { ...trend, benchtop: { kind: 'mean_property', property: 'total' } };

test.each<[object, Partial<Health>, number | null]>([
  [{}, { is_planned: false, effect: 5 }, null],
  [{ recommended_running_time: 14 }, { is_planned: false, effect: 5 }, null],
  [{ minimum_detectable_effect: 20 }, { is_planned: false, effect: 20 }, null],
  [{ minimum_detectable_effect: 20, recommended_sample_size: 0 }, { is_planned: false, effect: 20 }, null],
  [
    { minimum_detectable_effect: 20, recommended_sample_size: 599.5 },
    { is_planned: true, effect: null, needed: 600 },
    600,
  ],
])('a run is planned only if it has a final test: %o', async (parameters, expected, people) => {
  const id = await lab.add({ filters: trend, start_date: inNovember(18), parameters });
  await lab.capture([called('ada', 'control', inNovember(19)), called('bob', 'test', inNovember(19))]);
  const { health, basis } = await lab.result(id);
  expect(health).toMatchObject(expected);
  expect(basis?.plan?.people ?? null).toBe(people);
});

test.each([
  ['events per person', trend],
  ['a mean', sum],
])('if all people are the same, the minimum of a verdict is needed: %s', async (_, metric) => {
  const needed = await neededOf(() => 2, metric);
  expect(needed).toBeGreaterThan(200);
  expect(needed).toBeLessThan(240);
});

test('more people are needed if they vary more than independent events', async () => {
  // Mean 2, variance 20: one in ten people has all events.
  const needed = await neededOf((index) => (index % 20 < 2 ? 20 : 0), trend);
  expect(needed).toBeGreaterThan(4000);
});

/** A tenth converts. */
const rarely = (index: number) => Number(index % 20 < 2);
const funnel = { events: [{ id: 'paid' }], funnel_window_days: 1 };

test('with five variants, the needed people find the effect by the p-value that the verdict adjusts', async () => {
  const keys = ['control', 'a', 'b', 'c', 'd'];
  const feature_flag_variants = keys.map((key) => ({ key, rollout_percentage: 20 }));
  const needed = await neededOf(rarely, funnel, { feature_flag_variants });
  const adjustedAt = (z: number) => 4 * alwaysValidP(z, (needed * 2) / 5, narrowestWithoutPlan, significanceLevel);
  const z = findRoot((at) => adjustedAt(at) - significanceLevel, 2, 6, 1e-9);
  const weights = [20, 20, 20, 20, 20];
  const question = { kind: 'proportion', direction: 'increase', baseline: 0.1, effect: 20, weights } as const;
  expect(powerAt({ ...question, significance: significanceLevel }, needed, z)).toBeCloseTo(0.8, 3);
});

test('without a plan, a look at the needed people finds the effect as often as a plan would', async () => {
  const needed = await neededOf(rarely, funnel);
  const uniform = seededUniform(1);
  const runs = 400;
  let found = 0;
  for (let run = 0; run < runs; run++) {
    const groups = [0.1, 0.12].map((share) => {
      const group: Histogram = new Map();
      drawInto(group, uniform, Math.round(needed / 2), shareOf(share));
      return group;
    });
    found += Number(judged({ kind: 'proportion', weights: [50, 50] }, groups, null).outcomes[1] === 'better');
  }
  expect(Math.abs(found / runs - 0.8)).toBeLessThan(3 * Math.sqrt((0.8 * 0.2) / runs));
});
