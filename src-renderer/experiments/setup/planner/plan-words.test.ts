import { describe, expect, test } from 'vitest';
import type { ShorterPlan } from '#server/experiments/planning/plan-contract.ts';
import type { Agreement, SimulatedPlan } from '#server/experiments/planning/simulated/simulated-plan-contract.ts';
import { longPlanWords } from './long-plan-words.ts';
import { percentUp } from './percent-up.ts';
import { simulatedPlanWords } from './simulated-plan-words.ts';

test('a detectable change is rounded up to three digits, so that it is detected', () => {
  const effects = [7, 7.001, 0.12345, 99.91, 123.4, 7.000000000001];
  expect(effects.map(percentUp)).toEqual(['7%', '7.01%', '0.124%', '100%', '124%', '7%']);
});

describe('a plan that takes too long', () => {
  const said: [ShorterPlan[], string[]][] = [
    [[{ code: 'larger_effect', effect: 7.123 }], ['Plan for a change of 7.13%: 60 days can detect it.']],
    [[{ code: 'full_rollout', days: 47.2 }], ['Include everyone in the rollout: 48 days.']],
    [[{ code: 'even_weights', days: 61 }], ['Give all variants the same weight: 61 days.']],
    [[{ code: 'one_test_variant', days: 0.4 }], ['Test a single variant against control: 1 day.']],
    [[], ['Choose a metric that more people reach, or test where more people come.']],
  ];
  test.each(said)('says what to do instead: %o', (instead, lines) => {
    const words = longPlanWords({ days: 120.3, limit: 60, instead });
    expect(words.title).toBe('This plan takes 121 days');
    expect(words.text).toContain('Over 60 days');
    expect(words.instead).toEqual(lines);
  });
});

describe('a simulated plan', () => {
  const share = (runs: number, low: number, high: number) => ({ runs, share: runs / 400, low, high });
  const plan = (agreement: Agreement): SimulatedPlan => ({
    people: 30_000,
    days: 28,
    runs: 400,
    of: 400,
    effect: {
      found: share(324, 0.75, 0.86),
      found_in_first_half: share(92, 0.18, 0.29),
      found_at_end: share(322, 0.749, 0.853),
      power: 0.8,
      agreement,
    },
    none: { better_or_worse: share(12, 0.0134, 0.0603) },
  });

  test('says how often the effect was found, and how often a verdict was false without one', () => {
    expect(simulatedPlanWords(plan('within'))).toEqual({
      found: 'Found within 28 days in 324 of 400 runs (81%), in 92 before half time.',
      formula: 'Power by formula: 80%, within the bound of chance (75% to 85%).',
      none: 'Without an effect, “better” or “worse” was said in 12 of 400 runs (3%); chance allows 1.3% to 6%.',
    });
  });

  test.each([
    ['below', 'above the bound of chance'],
    ['above', 'below the bound of chance'],
  ] as const)('that disagrees with the formula says so: simulated %s', (agreement, words) => {
    expect(simulatedPlanWords(plan(agreement)).formula).toMatch(
      new RegExp(`80% is ${words} .+ Rely on the simulation\\.`),
    );
  });

  test('without an effect claims nothing about finding one', () => {
    expect(simulatedPlanWords({ ...plan('within'), effect: null })).toMatchObject({ found: null, formula: null });
  });
});
