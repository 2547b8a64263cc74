import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Direction } from './contract.ts';
import { beta, most, pair } from './posteriors-testing.ts';
import {
  bestProbabilities,
  betaPosterior,
  differenceInterval,
  expectedLoss,
  gammaPosterior,
  liftInterval,
  type Posterior,
} from './statistics.ts';
import { expectNear } from './statistics-testing.ts';

// Expected values computed with 25 digits, by nested quadrature and root finding.
test.each([
  [
    '100 and 130 of 1000',
    betaPosterior(100, 900),
    betaPosterior(130, 870),
    0.9821650661164,
    9.237449150471e-5,
    [0.01756697146513, 0.6610485844308],
    [0.002008521661733, 0.05797928988783],
  ],
  [
    'few persons',
    betaPosterior(1, 9),
    betaPosterior(3, 8),
    0.8146453089245,
    0.01708074534161,
    [-0.5532359531335, 13.3075606247],
    [-0.1811127559866, 0.4555399473473],
  ],
  [
    'many and few',
    betaPosterior(50, 950),
    betaPosterior(3, 8),
    0.9974003145616,
    3.005606190684e-5,
    [0.9127116292118, 11.05109388787],
    [0.04783198597759, 0.5212819144091],
  ],
  [
    'nobody in test',
    betaPosterior(1, 2),
    betaPosterior(0, 0),
    0.6,
    0.1,
    [-0.9375, 7.41625878999],
    [-0.571714247711, 0.7463125633886],
  ],
  ['nobody in control', betaPosterior(0, 0), betaPosterior(1, 2), 0.4, 0.2, null, [-0.7463125633886, 0.571714247711]],
  [
    'rates',
    gammaPosterior(10, 1),
    gammaPosterior(20, 0.9),
    0.9821571990499,
    0.03853530952222,
    [0.05172049240308, 3.667876445614],
    [0.8199381642839, 24.75365851766],
  ],
  [
    'no events in control',
    gammaPosterior(0, 1),
    gammaPosterior(2, 1),
    0.875,
    0.125,
    null,
    [-1.609437912434, 6.474564536303],
  ],
] as const)(
  'chance, loss and intervals of a pair have the expected values: %s',
  (_, control, test_, best, loss, lift, difference) => {
    expect(bestProbabilities([control, test_], 'increase')[1]).toBeCloseTo(best, 9);
    expect(expectedLoss(control, test_, 'increase')).toBeCloseTo(loss, 9);
    const lifted = liftInterval(control, test_);
    if (lift === null) expect(lifted).toBeNull();
    else for (const [index, end] of lift.entries()) expectNear(lifted?.[index] ?? Number.NaN, end, 2e-8);
    for (const [index, end] of differenceInterval(control, test_).entries())
      expect(end).toBeCloseTo(difference[index] ?? 0, 7);
  },
);

test('a rate with zero exposure is refused', () => {
  expect(() => gammaPosterior(3, 0)).toThrow('exposure above 0');
  expect(() => gammaPosterior(3, Number.NaN)).toThrow('exposure above 0');
});

test('more successes raise the chance to win, or lower it if a decrease is better', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 100 }), beta, (good, more, other) => {
      const chance = (successful: number, way: Direction) =>
        bestProbabilities([other, betaPosterior(successful, 600 - successful)], way)[1] ?? -1;
      expect(chance(good + more, 'increase')).toBeGreaterThanOrEqual(chance(good, 'increase') - 1e-9);
      expect(chance(good + more, 'decrease')).toBeLessThanOrEqual(chance(good, 'decrease') + 1e-9);
    }),
  );
});

/** P(ratio of two gammas <= r) in closed form: one gamma's share of the sum is a beta. */
test('the expected losses of two variants differ by the difference of their means', () => {
  const mean = (posterior: Posterior) =>
    posterior.kind === 'beta' ? posterior.alpha / (posterior.alpha + posterior.beta) : posterior.shape / posterior.rate;
  fc.assert(
    fc.property(pair, ([one, other]) => {
      const [lost, won] = [expectedLoss(one, other, 'increase'), expectedLoss(other, one, 'increase')];
      expect(lost).toBeGreaterThanOrEqual(0);
      expect(expectedLoss(one, other, 'decrease')).toBeCloseTo(won, 9);
      const scale = mean(one) + mean(other);
      expect(Math.abs(lost - won - (mean(one) - mean(other)))).toBeLessThan(1e-8 * scale);
    }),
  );
});

test('swapping the variants inverts the intervals', () => {
  fc.assert(
    fc.property(pair, ([one, other]) => {
      const [lower, upper] = differenceInterval(one, other);
      const [turnedLower, turnedUpper] = differenceInterval(other, one);
      const width = upper - lower;
      expect(width).toBeGreaterThan(0);
      expect(Math.abs(turnedLower + upper)).toBeLessThan(1e-6 * width);
      expect(Math.abs(turnedUpper + lower)).toBeLessThan(1e-6 * width);
      const [lift, turned] = [liftInterval(one, other), liftInterval(other, one)];
      if (lift === null || turned === null) return;
      expect(lift[1]).toBeGreaterThan(lift[0]);
      // A lift near -1 has lost digits of its ratio to cancellation.
      const near = (end: number, turnedEnd: number) =>
        expectNear((1 + end) * (1 + turnedEnd), 1, 1e-6 + Number.EPSILON / (1 + Math.min(end, turnedEnd)));
      near(lift[0], turned[1]);
      near(lift[1], turned[0]);
    }),
  );
});

test('results are finite for empty groups and for ten million of ten million', () => {
  const extremes = [0, 1, most].flatMap((good) => [0, 1, most].map((bad) => betaPosterior(good, bad)));
  for (const control of extremes) {
    for (const tested of extremes) {
      const numbers = [
        ...bestProbabilities([control, tested], 'increase'),
        expectedLoss(control, tested, 'increase'),
        ...differenceInterval(control, tested),
        ...(liftInterval(control, tested) ?? []),
      ];
      expect(numbers.every(Number.isFinite), JSON.stringify([control, tested, numbers])).toBe(true);
    }
  }
});
