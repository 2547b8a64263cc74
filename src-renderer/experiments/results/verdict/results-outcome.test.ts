import { expect, test } from 'vitest';
import type { MetricResult } from '#server/experiments/results/results-contract.ts';
import { comparison, health, result, testVariant, variant } from '../results-testing.ts';
import { metricOutcome, outcomeOf } from './results-outcome.ts';

const metric = { ...result().metric, direction: 'decrease' } as MetricResult['metric'];
const open = comparison({ difference_interval: [-0.01, 0.05] });
const down = comparison({ difference: -0.02, difference_interval: [-0.03, -0.01] });
const withTest = (of: ReturnType<typeof comparison>, given: Partial<MetricResult> = {}) =>
  result({ variants: [variant(), testVariant({ comparison: of })], ...given });

test.each([
  ['better', withTest(comparison())],
  ['worse', withTest(down, { significant: false, probability: { control: 0.99, test: 0.01 } })],
  ['better', withTest(down, { metric })],
  ['worse', withTest(comparison(), { metric, significant: false, probability: { control: 0.99, test: 0.01 } })],
  ['unclear', withTest(open, { significant: false })],
  ['unclear', withTest(comparison(), { significant: false })],
  ['unclear', withTest(comparison({ p_value_adjusted: 0.06 }), { significant: false })],
  ['leaning', withTest(open)],
  ['too_early', withTest(comparison(), { status: 'collecting' })],
  [
    'spoiled',
    withTest(comparison(), {
      health: health({
        sample_ratio: { expected: {}, chi_squared: 30, degrees_of_freedom: 1, p_value: 1e-7, is_alarm: true },
      }),
    }),
  ],
])('a variant is %s', (outcome, of) => {
  expect(outcomeOf(of, of.variants[1] ?? variant())).toBe(outcome);
  expect(outcomeOf(of, of.variants[0] ?? variant())).toBe('reference');
  expect(metricOutcome(of)).toBe(outcome);
});

test('a metric with a worse and an unclear variant is unclear', () => {
  const variants = [variant(), testVariant({ comparison: down }), testVariant({ key: 'other', comparison: open })];
  expect(metricOutcome(result({ variants, significant: false }))).toBe('unclear');
});
