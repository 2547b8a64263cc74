import { valueFormats } from '#server/experiments/metrics/kind-contract.ts';
import type { MetricResult } from '#server/experiments/results/results-contract.ts';
import { windowLength } from '#server/experiments/results/words/days-contract.ts';
import { methods } from '../../../metrics/metric-kind-words.ts';
import { compatibilityNote } from './compatibility-words.ts';
import { type WorkingGroup, workingLine } from './working-group.ts';

/** Explains how the kind of a metric is computed, with its window, cap and smallest effect. */
export function methodGroup({ metric, basis }: MetricResult): WorkingGroup[] {
  if (metric === null || basis === null) return [];
  const { kind, window_days: window, cap_share: share, minimum_effect: effect, return_days: returns } = metric;
  const method = methods[kind];
  const lines = [
    workingLine('Value', valueFormats[kind].unit, method.value),
    workingLine('Variance', kind === 'ratio' ? 'linearized' : 'plain', method.variance),
    returns === null
      ? workingLine(
          'Window',
          window === null ? 'the whole run' : windowLength(window),
          'what people do after their exposure counts',
        )
      : workingLine('Days', `${returns[0]} to ${returns[1]}`, 'of 24 hours after the exposure; the first is 0'),
    ...(share === null ? [] : [workingLine('Cap', capText(share), 'higher values count as the highest of the others')]),
    ...(effect === null ? [] : [workingLine('Smallest effect that matters', `${effect}%`, effectFormula)]),
  ];
  return [{ title: 'How the value is computed', note: compatibilityNote({ metric }), lines }];
}

const effectFormula =
  'compared with both ends of the interval that decides: of the planned test, or the always-valid one';

const capText = (share: number) =>
  share === 0 ? 'off' : `the highest values of at most ${Number((share * 100).toPrecision(6))}% of people`;
