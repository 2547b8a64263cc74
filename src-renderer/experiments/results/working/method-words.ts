import type { MetricKind } from '#server/experiments/metrics/options-contract.ts';
import type { MetricResult } from '#server/experiments/results/results-contract.ts';
import { valueFormats } from '../../../metrics/value-words.ts';
import { daysWords } from '../days-words.ts';
import { unitOf } from '../metrics/results-numbers.ts';
import { compatibilityNote } from './compatibility-words.ts';
import type { WorkingGroup, WorkingLine } from './working-group.ts';

type Method = {
  value: string;
  /** The variance that intervals and tests use. */
  variance: string;
  test: string;
  interval: string;
  /** What a cap does, in a sentence. */
  capped(cap: string): string;
};

const share = {
  variance: 'share × (1 − share)',
  test: 'Fisher’s exact test, twice the smaller tail',
  interval: 'ratios within 1.96 standard errors by the score of Koopman (1984), − 1',
  capped: () => '',
};
const mean = {
  variance: 'between people, of each person’s own value',
  test: 'permutation test of the mean per person (Pearson type III), twice the smaller tail',
  interval: 'log ratio of the means ± 1.96 standard errors between people, corrected for skewness, − 1',
};

/** How the value of each kind of metric is computed and tested. */
export const methods: Record<MetricKind, Method> = {
  conversion: { ...share, value: 'people who complete all steps in order / people' },
  mean_count: {
    ...mean,
    value: 'events / people',
    capped: (cap) => `More than ${cap} events of a person count as ${cap}.`,
  },
  mean_property: {
    ...mean,
    value: 'sum of the property over all events / people',
    interval: `${mean.interval}; where values are negative, by Fieller (1954)`,
    capped: (cap) => `A sum of more than ${cap} of a person counts as ${cap}.`,
  },
  ratio: {
    value: 'numerator of all people / denominator of all people',
    variance: 'between people, of the linearized ratio: (numerator − ratio × denominator) / mean of the denominator',
    test: 'permutation test of the linearized ratio (Pearson type III), twice the smaller tail',
    interval: 'log ratio ± 1.96 linearized standard errors (delta method), corrected for skewness, − 1',
    capped: (cap) => `A numerator of more than ${cap} of a person counts as ${cap}.`,
  },
  retention: { ...share, value: 'people who came back on one of the days / people' },
};

/** Explains how the kind of a metric is computed, with its window, cap and smallest effect. */
export function methodGroup({ metric, basis }: MetricResult): WorkingGroup[] {
  if (metric === null || basis === null) return [];
  const { kind } = unitOf({ metric });
  const method = methods[kind];
  const { window_days: window, cap_share: share, minimum_effect: effect, return_days: returns } = metric;
  const line = (name: string, value: string, formula: string): WorkingLine => ({ name, value, formula, inputs: '' });
  const lines = [
    line('Value', valueFormats[kind].unit, method.value),
    line('Variance', kind === 'ratio' ? 'linearized' : 'plain', method.variance),
    returns === null
      ? line(
          'Window',
          window === null ? 'the whole run' : daysWords(window),
          'what people do after their exposure counts',
        )
      : line('Days', `${returns[0]} to ${returns[1]}`, 'of 24 hours after the exposure; the first is 0'),
    ...(share === null ? [] : [line('Cap', capText(share), 'higher values count as the highest of the others')]),
    ...(effect === null ? [] : [line('Smallest effect that matters', `${effect}%`, effectFormula)]),
  ];
  return [{ title: 'How the value is computed', note: compatibilityNote({ metric }), lines }];
}

const effectFormula =
  'compared with both ends of the interval of the planned test, or before it of the always-valid interval';

const capText = (share: number) =>
  share === 0 ? 'off' : `the highest values of ${Number((share * 100).toPrecision(6))}% of people`;
