import { expect, test } from 'vitest';
import { type MetricKind, metricKind } from '#server/experiments/metrics/kind-contract.ts';
import { basis } from '#server/experiments/results/words/evidence-testing.ts';
import { measuring, result } from '#server/experiments/results/words/result-testing.ts';
import { evidenceGroups } from './evidence-words.ts';
import { methodGroup } from './method-words.ts';

const linesOf = (given: Parameters<typeof measuring>[0]) =>
  Object.fromEntries(
    (methodGroup(measuring(given))[0]?.lines ?? []).map(({ name, value, formula }) => [name, [value, formula]]),
  );

const values: Record<MetricKind, [unit: string, formula: string]> = {
  conversion: ['Share of people', 'people who complete all steps in order / people'],
  mean_count: ['Events per person', 'events / people'],
  mean_property: ['Sum per person', 'sum of the property over all events / people'],
  ratio: ['Ratio', 'numerator of all people / denominator of all people'],
  retention: ['Share that came back', 'people who came back on one of the days / people'],
};
test.each(metricKind.options)('the value of %s has its unit and its formula', (kind) => {
  expect(linesOf({ kind }).Value).toEqual(values[kind]);
});

test.each<[string, Parameters<typeof measuring>[0], string, string | undefined]>([
  ['a window', { window_days: 7 }, 'Window', '7 days'],
  ['no window', { window_days: null }, 'Window', 'the whole run'],
  ['the days of a return', { kind: 'retention', return_days: [1, 7] }, 'Days', '1 to 7'],
  ['a cap', { kind: 'mean_property', cap_share: 0.001 }, 'Cap', 'the highest values of at most 0.1% of people'],
  ['no cap', { kind: 'mean_property', cap_share: 0 }, 'Cap', 'off'],
  ['nothing that can be capped', { cap_share: null }, 'Cap', undefined],
  ['a smallest effect', { minimum_effect: 2 }, 'Smallest effect that matters', '2%'],
  ['none', { minimum_effect: null }, 'Smallest effect that matters', undefined],
  ['the variance of a ratio', { kind: 'ratio' }, 'Variance', 'linearized'],
])('%s', (_, given, name, value) => expect(linesOf(given)[name]?.[0]).toBe(value));

test.each<[MetricKind, string]>([
  ['mean_count', 'More than 20 events of a person count as 20.'],
  ['mean_property', 'A sum of more than 20 of a person counts as 20.'],
  ['ratio', 'A numerator of more than 20 of a person counts as 20.'],
])('the cap of %s: %s', (kind, sentence) => {
  const [group] = evidenceGroups({ ...measuring({ kind }), basis: basis({ cap: 20 }) });
  expect(group?.note).toContain(sentence);
});

test('only where the compatibility fields measure something else, the value says so', () => {
  const noted = metricKind.options.filter((kind) => methodGroup(measuring({ kind }))[0]?.note !== null);
  expect(noted).toEqual(['mean_property', 'ratio']);
  expect(methodGroup(result({ metric: null }))).toEqual([]);
});
