import { significanceLevel } from '../../../statistics/contract.ts';
import { capOf, histogramOf, sampleOf, together } from '../../../statistics/sample.ts';
import { holmOf } from '../../../statistics/statistics.ts';
import { controlPlace } from '../../contract.ts';
import { kindTraits } from '../../metrics/kind-contract.ts';
import type { Metric } from '../../metrics/metric.ts';
import { type Exposed, groupsOf } from '../exposures/exposures.ts';
import { evidenceAgainst, evidenceOn } from '../judge/evidence.ts';
import { narrowestWithoutPlan } from '../rules-contract.ts';
import type { NoveltySpan } from './novelty-contract.ts';

/** Days since the exposure, the `people` for whom they have passed, and by person the `values` up to their end. */
export type Passed = { from: number; to: number; people: number[]; values: Float64Array };

/** `keys` of the variants, in numbering order. */
export type AskedSpans = { metric: Metric; exposed: Exposed; keys: readonly string[]; passed: readonly Passed[] };

const looks = { share: significanceLevel, narrowestAt: narrowestWithoutPlan };

export function spansOf({ metric, exposed, keys, passed }: AskedSpans): NoveltySpan[] {
  const kind = kindTraits[metric.kind].statistic;
  const control = controlPlace(keys);
  const spans = passed.map(({ from, to, people, values }, index): NoveltySpan => {
    const before = passed[index - 1]?.values;
    const valueIn = (person: number) => (values[person] ?? 0) - (before?.[person] ?? 0);
    const groups = groupsOf({ ...exposed, people }, Infinity, keys.length).map((ofVariant) =>
      histogramOf(ofVariant.map(valueIn)),
    );
    const cap = metric.capShare === null ? undefined : capOf(groups, metric.capShare);
    const samples = groups.map((group) => sampleOf(group, cap));
    const all = samples.reduce(together);
    const reference = samples[control];
    const variants = samples.map((sample, variant) => {
      const alone = { key: keys[variant] ?? '', ...evidenceOn(kind, sample, all) };
      if (variant === control || sample.n === 0 || reference === undefined || reference.n === 0) {
        return { ...alone, versus: null };
      }
      const { lift, lift_interval, p_value, p_value_adjusted, is_too_little } = evidenceAgainst(
        kind,
        reference,
        sample,
        looks,
      );
      return { ...alone, versus: { lift, lift_interval, p_value, p_value_adjusted, is_too_little } };
    });
    return { from_day: from, to_day: to, variants };
  });
  const comparisons = spans.flatMap(({ variants }) => variants.flatMap(({ versus }) => versus ?? []));
  for (const [comparison, p] of holmOf(comparisons, ({ p_value: p }) => p)) comparison.p_value_adjusted = p;
  return spans;
}
