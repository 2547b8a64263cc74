import { expect, test } from 'vitest';
import { evidence, versus } from '#server/experiments/results/words/evidence-testing.ts';
import { testVariant } from '#server/experiments/results/words/result-testing.ts';
import { intervalOutcome } from './interval-outcome.ts';

test.each([
  [[0.05, 0.37], 'better', 'won'],
  [[-0.37, -0.05], 'better', 'won'],
  [[-0.37, -0.05], 'worse', 'lost'],
  [[0.05, 0.37], 'leaning', undefined],
  [[-0.01, 0.2], 'better', undefined],
  [[0, 0.2], 'better', undefined],
  [[0.05, 0.37], 'collecting', undefined],
  [[0.05, 0.37], 'unhealthy', undefined],
] as const)('the interval %j of a variant that is %s is %s', ([low, high], outcome, expected) => {
  const variant = testVariant({ outcome, evidence: evidence({ versus: versus({ lift_interval: [low, high] }) }) });
  expect(intervalOutcome(variant)).toBe(expected);
});

test('a variant without people has none', () => {
  expect(intervalOutcome(testVariant({ outcome: 'collecting', evidence: evidence() }))).toBeUndefined();
});
