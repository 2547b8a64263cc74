import { describe, expect, test } from 'vitest';
import { seededUniform, type Uniform } from '../../statistics/seeded-uniform.ts';
import { defaultPriorSd } from '../benchtop-contract.ts';
import type { Statistic } from '../metrics/kind-contract.ts';
import { countOf, type Distribution, drawInto, heavyOf, shareOf } from '../planning/simulated/draw.ts';
import type { EvidenceAgainst } from '../results/judge/evidence-contract.ts';
import { weigh } from '../results/judge/weigh.ts';
import type { InteractionJudgement } from './breakdown-contract.ts';
import { interactionOf } from './interaction.ts';

/** `sizes`: people of each value. `drawn`: the value of one of them, by value and variant. */
type Cell = {
  kind: Statistic;
  sizes: readonly number[];
  weights?: readonly number[];
  drawn(value: number, variant: number): Distribution;
};

function judgementOf({ kind, sizes, weights = [50, 50], drawn }: Cell, uniform: Uniform): InteractionJudgement {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const values = sizes.map((people, value) => {
    const groups = weights.map((weight, variant) => {
      const group = new Map<number, number>();
      drawInto(group, uniform, Math.round((people * weight) / whole), drawn(value, variant));
      return group;
    });
    return weigh({ kind, weights, control: 0, planned: null, priorSd: defaultPriorSd }, groups, null).evidence;
  });
  const tests = weights.slice(1).map((_, index) => {
    return { key: `test-${index}`, versus: values.map((evidence) => evidence[index + 1]?.versus ?? null) };
  });
  return interactionOf(tests).judgement;
}

function shareSaying(judgement: InteractionJudgement, cell: Cell, runs: number): number {
  const uniform = seededUniform(11);
  return (
    Array.from({ length: runs }, () => judgementOf(cell, uniform)).filter((one) => one === judgement).length / runs
  );
}

const many = (length: number, people: number) => Array.from({ length }, () => people);
const uneven = [4000, 2000, 1000, 400, 100];
const rate = (value: number) => [0.05, 0.1, 0.2, 0.3, 0.5][value] ?? 0;
const runs = 200;

describe('if the effects do not differ, "differs" is reported for at most 5% of properties', () => {
  test.each<[string, Cell]>([
    ['of two large values', { kind: 'proportion', sizes: [2000, 2000], drawn: () => shareOf(0.1) }],
    [
      'of uneven values with different shares',
      { kind: 'proportion', sizes: uneven, drawn: (value) => shareOf(rate(value)) },
    ],
    [
      'of uneven values with the same lift',
      { kind: 'proportion', sizes: uneven, drawn: (value, variant) => shareOf(rate(value) * (1 + 0.6 * variant)) },
    ],
    ['of 20 small values', { kind: 'proportion', sizes: many(20, 60), drawn: () => shareOf(0.2) }],
    ['of three variants', { kind: 'proportion', sizes: many(8, 600), weights: [2, 1, 1], drawn: () => shareOf(0.1) }],
    ['of counts of uneven values', { kind: 'count', sizes: uneven, drawn: () => countOf(2, 5) }],
    ['of 20 dispersed counts', { kind: 'count', sizes: many(20, 400), drawn: () => countOf(2, 20) }],
    [
      'of 20 dispersed counts at 90/10',
      { kind: 'count', sizes: many(20, 1500), weights: [90, 10], drawn: () => countOf(2, 20) },
    ],
    ['of heavy tails', { kind: 'count', sizes: many(8, 1000), drawn: () => heavyOf(1) }],
  ])('%s', (_, cell) => {
    // Four standard errors of a share of 5%.
    expect(shareSaying('differs', cell, runs)).toBeLessThan(0.05 + 4 * Math.sqrt((0.05 * 0.95) / runs));
  });
});

test('large differences of effects are found', () => {
  const lifts = [0.5, 0, -0.4];
  const drawn = (value: number, variant: number) => shareOf(0.1 * (1 + (lifts[value] ?? 0) * variant));
  expect(shareSaying('differs', { kind: 'proportion', sizes: many(3, 3000), drawn }, 50)).toBeGreaterThan(0.8);
});

test('one value with enough data is not enough for a judgement', () => {
  const sizes = [5000, 40, 20];
  const cell: Cell = { kind: 'proportion', sizes, drawn: (_, variant) => shareOf(0.1 * (1 + variant)) };
  expect(shareSaying('too_little', cell, 20)).toBe(1);
  expect(interactionOf([])).toEqual({ judgement: 'too_little', p_value: null, variants: [] });
});

/** Returns an effect with this interval, of a value with enough data. */
const shown = (lift: [number, number] | null, difference: [number, number]): EvidenceAgainst => ({
  lift: 0,
  lift_interval: lift,
  difference: 0,
  difference_interval: difference,
  p_value: 1,
  p_value_adjusted: 1,
  always_valid_interval: null,
  always_valid_p_value: 1,
  always_valid_p_value_adjusted: 1,
  final: null,
  conversions: 100,
  is_too_little: false,
  shrunken: null,
  is_suspicious: false,
  minimum_effect: null,
  quoted: null,
  non_inferiority: null,
  unadjusted: null,
});

test('Cochran’s Q follows its formula, for ratios or, if a value has none, for differences', () => {
  // Logarithms of -0.5 and 0.7, with the standard error 0.1 each: Q = 2 (0.6 / 0.1)².
  const half = 1.959963984540054 * 0.1;
  const around = (log: number): [number, number] => [Math.expm1(log - half), Math.expm1(log + half)];
  const unit: [number, number] = [-1.959963984540054, 1.959963984540054];
  const ratios = [shown(around(-0.5), unit), shown(around(0.7), unit)];
  expect(interactionOf([{ key: 'test', versus: ratios }])).toMatchObject({
    judgement: 'differs',
    variants: [{ key: 'test', scale: 'ratio', values: 2, q: expect.closeTo(72, 6), degrees_of_freedom: 1 }],
  });
  const mixed = [...ratios, shown(null, [3 + unit[0], 3 + unit[1]])];
  // Differences of 0, 0 and 3 with the standard error 1: Q = 1 + 1 + 4, and exp(-3) is its p-value.
  expect(interactionOf([{ key: 'test', versus: mixed }])).toMatchObject({
    judgement: 'no_sign_of_difference',
    p_value: expect.closeTo(Math.exp(-3), 6),
    variants: [{ scale: 'difference', values: 3, q: expect.closeTo(6, 6), degrees_of_freedom: 2 }],
  });
  // Two variants: the smaller p-value counts twice.
  const two = [
    { key: 'a', versus: mixed },
    { key: 'b', versus: [shown(null, unit), shown(null, unit)] },
  ];
  expect(interactionOf(two).p_value).toBeCloseTo(2 * Math.exp(-3), 6);
});
