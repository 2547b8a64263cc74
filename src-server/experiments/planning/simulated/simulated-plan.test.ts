import { describe, expect, test } from 'vitest';
import { finalShare, lookShare } from '../../results/rules-contract.ts';
import { neededPeople } from '../planning.ts';
import { rememberingSimulatedPlans, simulatePlan } from './simulated-plan.ts';
import { largestOffered, simulatedPlanInput } from './simulated-plan-contract.ts';
import { simulated } from './simulated-plan-testing.ts';

const plans = [
  { what: 'a share', plan: { baseline: 0.1, effect: 20 } },
  { what: 'a rare share that is to fall', plan: { baseline: 0.02, effect: 40, direction: 'decrease' as const } },
  { what: 'independent events', plan: { kind: 'count' as const, baseline: 2, effect: 10 } },
  { what: 'much variance', plan: { kind: 'count' as const, baseline: 2, variance: 40, effect: 15 } },
  { what: 'little variance', plan: { kind: 'count' as const, baseline: 1.2, variance: 0.3, effect: 10 } },
  { what: 'large values', plan: { kind: 'count' as const, baseline: 300, variance: 90_000, effect: 20 } },
  { what: 'spending that varies much', plan: { kind: 'mean' as const, baseline: 12.5, variance: 900, effect: 15 } },
  { what: 'a mean far below 1', plan: { kind: 'mean' as const, baseline: 0.02, variance: 0.0001, effect: 10 } },
  { what: 'a ratio', plan: { kind: 'ratio' as const, baseline: 0.4, variance: 0.9, effect: 15 } },
  { what: 'uneven weights', plan: { weights: [80, 20], effect: 20 } },
  { what: 'three variants', plan: { weights: [40, 40, 20], effect: 25 } },
];

describe('a simulated plan of the planned size', () => {
  test.each(plans)('finds the effect as often as the formula says, within chance: $what', ({ plan }) => {
    const question = { kind: 'proportion' as const, baseline: 0.1, weights: [50, 50], ...plan };
    const people = neededPeople({ ...question, significance: finalShare, power: 0.8 }) ?? 0;
    const { effect, none } = simulated({ ...question, people_per_day: people / 7, days: 7 });
    expect(effect?.power).toBeCloseTo(0.8, 2);
    // Wider than the 99% bound, since there are several plans.
    const { low, high, share } = effect?.found_at_end ?? { low: 0, high: 0, share: 0 };
    expect(effect?.power).toBeGreaterThan(low - (share - low) / 2);
    expect(effect?.power).toBeLessThan(high + (high - share) / 2);
    expect(effect?.found.runs).toBeGreaterThanOrEqual(effect?.found_at_end.runs ?? 0);
    expect(effect?.found.runs).toBeGreaterThanOrEqual(effect?.found_in_first_half.runs ?? 0);
    // The 5% of the rule, within error of 400 runs.
    expect(none.better_or_worse.low).toBeLessThan(finalShare + lookShare);
  });
});

test('an effect of 0 has no power, and false conclusions are as rare as the rule says', () => {
  const { effect, none, people, of } = simulated({ effect: 0, runs: 600 });
  expect([effect, people, of]).toEqual([null, 7000, 600]);
  expect(none.better_or_worse.low).toBeLessThan(0.05);
  expect(none.better_or_worse.share).toBeLessThan(0.08);
});

test('more days and a larger effect are found more often', () => {
  const found = (input: object) => simulated({ runs: 200, ...input }).effect?.found.runs ?? 0;
  const usual = found({});
  expect(found({ days: 42 })).toBeGreaterThan(usual);
  expect(found({ effect: 40 })).toBeGreaterThan(usual);
  expect(found({ rollout_percentage: 20 })).toBeLessThan(usual);
});

test('the same seed gives the same answer, also from the cache, and runs without an effect are shared', () => {
  const known = rememberingSimulatedPlans();
  const first = simulated({ runs: 50, seed: 3 }, known);
  expect(simulated({ runs: 50, seed: 3 }, known)).toEqual(first);
  expect(simulated({ runs: 50, seed: 3 })).toEqual(first);
  expect(simulated({ runs: 50, seed: 3, effect: 30 }, known).none).toEqual(first.none);
  expect(simulated({ runs: 50, seed: 4 })).not.toEqual(first);
});

test('an answer has the runs so far, and asked again it continues', () => {
  const known = rememberingSimulatedPlans();
  const input = simulatedPlanInput.parse({
    kind: 'count',
    baseline: 2,
    variance: 200,
    weights: [50, 50],
    people_per_day: 5000,
    days: 90,
    effect: 0.01,
    runs: 2000,
  });
  const ask = () => {
    const work = simulatePlan(input, known);
    let step = work.next();
    while (!step.done) step = work.next();
    return step.value;
  };
  const [first, second] = [ask(), ask()];
  expect(first.runs).toBeLessThan(first.of);
  expect(second.runs).toBeGreaterThan(first.runs);
  expect(second.effect?.found_at_end.low).toBeLessThanOrEqual(second.effect?.found_at_end.share ?? 0);
});

test.each([
  ['a share over 1', { baseline: 0.6, effect: 80 }, 'effect'],
  ['a fall below 0', { direction: 'decrease', effect: 120 }, 'effect'],
  ['too many people', { people_per_day: 1e9 }, 'days'],
  ['no people', { people_per_day: 0 }, 'people_per_day'],
  ['a rollout to nobody', { rollout_percentage: 0 }, 'rollout_percentage'],
  ['fewer people than variants', { people_per_day: 0.1, rollout_percentage: 50 }, 'days'],
  ['a part of a day', { days: 1.5 }, 'days'],
  ['a mean without its variance', { kind: 'mean' }, 'variance'],
  ['one variant', { weights: [100] }, 'weights'],
])('an input that cannot be simulated is refused at its field: %s', (_, change, field) => {
  const whole = { kind: 'proportion', baseline: 0.1, weights: [50, 50], people_per_day: 500, days: 14, effect: 20 };
  const { error } = simulatedPlanInput.safeParse({ ...whole, ...change });
  expect(error?.issues[0]?.path).toEqual([field]);
});

test.each([
  { kind: 'proportion', direction: 'decrease', baseline: 0.3 },
  { kind: 'proportion', direction: 'increase', baseline: 0.3 },
  { kind: 'count', direction: 'decrease', baseline: 5 },
  { kind: 'count', direction: 'increase', baseline: 5 },
] as const)('the largest effect that the window offers is simulated: %j', (of) => {
  const plan = { ...of, ...(of.kind === 'count' && { variance: 5 }), weights: [50, 50], rollout_percentage: 100 };
  const asked = { ...plan, people_per_day: 100, days: 14, effect: largestOffered(of) };
  expect(simulatedPlanInput.safeParse(asked).error).toBeUndefined();
});
