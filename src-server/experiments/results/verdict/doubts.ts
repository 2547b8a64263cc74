import type { EvidenceAgainst } from '../judge/evidence-contract.ts';
import type { MetricResult } from '../results-contract.ts';
import { finalShare, minConversions } from '../rules-contract.ts';
import type { Doubt, VerdictKind } from './verdict-contract.ts';

/** Returns why a difference is not conclusive, or why there are no numbers. `versus`: of the variant that the verdict names. */
export function doubtsOf(
  { health, basis }: Pick<MetricResult, 'health' | 'basis'>,
  kind: VerdictKind,
  versus: EvidenceAgainst | null,
): Doubt[] {
  const ratio = health?.sample_ratio;
  if (kind === 'unhealthy') return ratio ? [{ code: 'split_mismatch', p_value: ratio.p_value }] : [];
  if ((kind !== 'leaning' && kind !== 'no_clear_difference') || versus === null || basis === null) return [];
  const { conversions, final } = versus;
  if (conversions < minConversions)
    return [{ code: 'few_conversions', conversions, needed: minConversions, is_at_plan: false }];
  const doubts: Doubt[] = [];
  if (final !== null) doubts.push(doubtOfPlan(final));
  const { comparisons, look_share: share } = basis;
  const interval = versus.quoted?.looks.interval ?? versus.always_valid_interval;
  if (interval !== null && interval[0] <= 0 && interval[1] >= 0) {
    doubts.push({ code: 'looks_include_zero', low: interval[0], high: interval[1], level: 1 - share });
  } else {
    doubts.push({ code: 'looks_p_value', p_value: versus.always_valid_p_value_adjusted, comparisons, share });
  }
  return doubts;
}

/** Returns why the test at the planned number of people does not decide. */
function doubtOfPlan({ p_value, conversions }: NonNullable<EvidenceAgainst['final']>): Doubt {
  if (p_value > finalShare) return { code: 'final_test', p_value };
  if (conversions < minConversions)
    return { code: 'few_conversions', conversions, needed: minConversions, is_at_plan: true };
  return { code: 'plan_contradicted', p_value };
}
