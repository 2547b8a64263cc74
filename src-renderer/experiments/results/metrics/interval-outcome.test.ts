import { expect, test } from 'vitest';
import { comparison, testVariant } from '../results-testing.ts';
import { intervalOutcome } from './interval-outcome.ts';

test.each([
  [[0.05, 0.37], 'increase', 'won'],
  [[0.05, 0.37], 'decrease', 'lost'],
  [[-0.37, -0.05], 'increase', 'lost'],
  [[-0.37, -0.05], 'decrease', 'won'],
  [[-0.01, 0.2], 'increase', undefined],
  [[0, 0.2], 'increase', undefined],
] as const)('the interval %j of a metric to %s is %s', ([low, high], direction, expected) => {
  const variant = testVariant({ comparison: comparison({ lift_interval: [low, high] }) });
  expect(intervalOutcome(variant, direction)).toBe(expected);
});

test.each(['collecting', 'unhealthy'] as const)('an interval of a variant that is %s tells nothing', (outcome) => {
  expect(intervalOutcome(testVariant({ outcome }), 'increase')).toBeUndefined();
  expect(intervalOutcome(testVariant({ comparison: null }), 'increase')).toBeUndefined();
});
