import { expect, test } from 'vitest';
import { finalShare, maxPlannedDays } from '../results/rules-contract.ts';
import { neededPeople, powerAt } from './planning.ts';
import { planOf, usual, whole } from './planning-testing.ts';

const paced = { significance: finalShare, people_per_day: 1000 };

test('each number of weeks has its people, and the changes in both directions that they detect', () => {
  const { weeks } = planOf({ ...paced, rollout_percentage: 50 });
  expect(weeks.map((row) => [row.weeks, row.people])).toEqual([
    [1, 3500],
    [2, 7000],
    [4, 14_000],
    [8, 28_000],
  ]);
  for (const { people, increase, decrease } of weeks) {
    for (const [direction, effect] of [
      ['increase', increase],
      ['decrease', decrease],
    ] as const) {
      const question = { ...whole, direction, effect: effect ?? 0, significance: finalShare };
      expect(powerAt(question, people)).toBeCloseTo(0.8, 6);
    }
    // A higher share varies more.
    expect(increase).toBeGreaterThan(decrease ?? 0);
  }
});

test('weeks in which no change is detectable have null', () => {
  const { weeks } = planOf({ ...paced, baseline: 0.6, people_per_day: 2 });
  expect(weeks[0]).toMatchObject({ weeks: 1, increase: null });
  expect(planOf({}).weeks).toEqual([]);
});

test('the captured variance between people decides what the weeks detect', () => {
  const count = { ...paced, kind: 'count' as const, baseline: 2 };
  const increaseOf = (variance: number) => planOf({ ...count, variance }).weeks[2]?.increase ?? 0;
  // Twenty times the variance: about √20 times the effect.
  expect(increaseOf(40) / increaseOf(2)).toBeGreaterThan(4);
});

test.each([
  ['at the limit there is none', {}, 1.0001, null],
  ['two variants at full rollout can only look for more', {}, 0.5, ['larger_effect']],
  ['part of the people', { rollout_percentage: 40 }, 0.5, ['larger_effect', 'full_rollout']],
  ['uneven weights', { weights: [90, 10] }, 0.5, ['larger_effect', 'even_weights']],
  ['several variants', { weights: [20, 20, 60] }, 0.5, ['larger_effect', 'even_weights', 'one_test_variant']],
  ['hardly anybody', { baseline: 0.6 }, 0.001, []],
])('a plan over 60 days is warned of with what would shorten it: %s', (_, change, pace, codes) => {
  const needed = neededPeople({ ...usual, significance: finalShare, ...change }) ?? 0;
  const share = ('rollout_percentage' in change ? change.rollout_percentage : 100) / 100;
  const people_per_day = (pace * needed) / maxPlannedDays / share;
  const { days, too_long: warning } = planOf({ ...paced, ...change, people_per_day });
  expect(warning?.instead.map(({ code }) => code) ?? null).toEqual(codes);
  for (const one of warning?.instead ?? []) {
    if (one.code === 'larger_effect') expect(one.effect).toBeGreaterThan(10);
    else expect(one.days).toBeLessThanOrEqual((days ?? 0) - 1);
  }
});
