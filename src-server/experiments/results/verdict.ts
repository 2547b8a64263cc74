import { significanceLevel } from '../../statistics/contract.ts';
import { controlKey, type Experiment } from '../contract.ts';
import type { Comparison, Interval, MetricResult, VariantResult } from './results-contract.ts';
import { maxForecastDays, maxShareInSeveral, minProbability } from './rules-contract.ts';
import type { VariantOutcome, Verdict } from './verdict-contract.ts';

/** A result without its verdict, with adjusted p-values. */
export type Numbers = Omit<MetricResult, 'verdict' | 'explanation' | 'variants'> & {
  variants: readonly Omit<VariantResult, 'outcome'>[];
};
type Variant = Numbers['variants'][number];
/** `comparisons`: the number of comparisons the p-values are adjusted for. */
type Facts = { experiment: Experiment; result: Numbers; comparisons: number };

/** Concludes what a result means, for the metric and each variant. The only place that does; all others word it. */
export function conclude(facts: Facts): { verdict: Verdict; outcomes: VariantOutcome[] } {
  const { result } = facts;
  const best = bestTest(result);
  const outcomes = result.variants.map((variant) => outcomeOf(facts, variant, best));
  const kind = kindOf(facts, best === undefined ? undefined : outcomes[result.variants.indexOf(best)]);
  const isSame = (variant: Variant, index: number) => variant !== best && outcomes[index] === kind;
  return {
    outcomes,
    verdict: {
      kind,
      variant: best?.key ?? null,
      also: result.variants.filter(isSame).map(({ key }) => key),
      doubts: doubtsOf(facts, kind, best),
      cautions: cautionsOf(facts, kind, best),
      next: nextOf(facts, kind, best),
    },
  };
}

const signOf = ({ metric }: Numbers) => (metric?.direction === 'decrease' ? -1 : 1);
const isOff = ({ health }: Numbers) => health?.sample_ratio?.is_alarm === true;
const controlLeads = ({ probability }: Numbers) => (probability[controlKey] ?? 0) >= minProbability;
const includesZero = ([low, high]: Interval) => low <= 0 && high >= 0;

function bestTest(result: Numbers): Variant | undefined {
  const sign = signOf(result);
  return result.variants
    .filter(({ comparison }) => comparison !== null)
    .reduce<Variant | undefined>(
      (best, one) => (best && sign * best.value >= sign * one.value ? best : one),
      undefined,
    );
}

function outcomeOf(facts: Facts, variant: Variant, best: Variant | undefined): VariantOutcome {
  const { comparison } = variant;
  const { result } = facts;
  if (comparison === null) return 'reference';
  if (isOff(result)) return 'unhealthy';
  if (result.status !== 'ready') return 'collecting';
  const isWinning = result.significant && !controlLeads(result);
  if (doubtsIn(comparison, facts.comparisons).length > 0) {
    return isWinning && variant === best ? 'leaning' : 'no_clear_difference';
  }
  if (signOf(result) * comparison.difference_interval[0] < 0) return 'worse';
  return isWinning ? 'better' : 'no_clear_difference';
}

function kindOf({ result }: Facts, outcome: VariantOutcome | undefined): Verdict['kind'] {
  if (result.status === 'no_metric' || result.status === 'draft' || result.status === 'no_exposures') {
    return result.status;
  }
  if (isOff(result)) return 'unhealthy';
  if (result.status === 'collecting') return 'collecting';
  // The best variant by value may still be worse than control, while another one may be better.
  if (outcome === undefined || outcome === 'reference' || (outcome === 'worse' && !controlLeads(result))) {
    return 'no_clear_difference';
  }
  return outcome;
}

/**
 * Doubts that the significance code ignores: the uncertainty of the difference itself, repeated events of one person, and the
 * number of variants.
 */
function doubtsIn({ difference_interval, person_interval, p_value_adjusted }: Comparison, comparisons: number) {
  const doubts: Verdict['doubts'] = [];
  const [low, high] = difference_interval;
  if (includesZero(difference_interval)) doubts.push({ code: 'interval_includes_zero', low, high });
  if (person_interval !== null && includesZero(person_interval)) {
    doubts.push({ code: 'few_people_many_events', low: person_interval[0], high: person_interval[1] });
  }
  // An interval that includes zero already says so.
  if (doubts[0]?.code !== 'interval_includes_zero' && p_value_adjusted >= significanceLevel) {
    doubts.push({ code: 'adjusted_p_value', p_value: p_value_adjusted, comparisons });
  }
  return doubts;
}

function doubtsOf({ result, comparisons }: Facts, kind: Verdict['kind'], best: Variant | undefined): Verdict['doubts'] {
  const { probability, expected_loss: loss, p_value, significance_code: code } = result;
  const ratio = result.health?.sample_ratio;
  if (kind === 'unhealthy') return ratio ? [{ code: 'split_mismatch', p_value: ratio.p_value }] : [];
  if ((kind !== 'leaning' && kind !== 'no_clear_difference') || !best?.comparison) return [];
  const own = doubtsIn(best.comparison, comparisons);
  if (kind === 'leaning') return own;
  const doubts: Verdict['doubts'] = [];
  if (controlLeads(result)) doubts.push({ code: 'control_leads', probability: probability[controlKey] ?? 0 });
  if (code === 'low_win_probability') doubts.push({ code, probability: Math.max(...Object.values(probability)) });
  if (code === 'high_loss' && loss !== null) doubts.push({ code, loss });
  if (code === 'high_p_value' && p_value !== null) doubts.push({ code, p_value });
  return code === 'significant' ? [...doubts, ...own] : doubts;
}

function cautionsOf({ experiment, result }: Facts, kind: Verdict['kind'], best: Variant | undefined) {
  const { exposure, health, significant } = result;
  const cautions: Verdict['cautions'] = [];
  if (exposure === null || kind === 'no_metric' || kind === 'no_exposures') return cautions;
  const { total, in_several_variants: several } = exposure;
  if (kind !== 'collecting' && kind !== 'unhealthy' && health !== null) {
    const { needed, is_planned } = health;
    const sequential = best?.comparison?.sequential_interval ?? null;
    const isRunning = experiment.status === 'running';
    if (best && (kind === 'better' || kind === 'leaning') && best.probability < minProbability) {
      cautions.push({ code: 'several_lead', probability: best.probability });
    }
    if (isRunning && significant && sequential !== null && includesZero(sequential)) {
      const isReached = needed !== null && total >= needed;
      cautions.push({ code: 'early_look', planned: !is_planned ? null : isReached ? 'reached' : 'open' });
    }
    if (isRunning && needed !== null && total < needed) {
      cautions.push({ code: 'fewer_than_needed', people: total, needed, is_planned, days: health.days_left });
    }
    if (health.changes.length > 0) cautions.push({ code: 'changed_during_run', changes: health.changes.length });
  }
  if (several > maxShareInSeveral * total) cautions.push({ code: 'in_several_variants', people: several });
  return cautions;
}

function nextOf({ experiment, result }: Facts, kind: Verdict['kind'], best: Variant | undefined): Verdict['next'] {
  switch (kind) {
    case 'no_metric':
      return [{ code: 'choose_metric' }];
    case 'draft':
      return [
        experiment.start_date === null ? { code: 'launch' } : { code: 'wait_for_start', at: experiment.start_date },
      ];
    case 'no_exposures':
      return afterNobody(experiment, result);
    case 'unhealthy':
      return [{ code: hasNewWeights(result) ? 'start_new_run' : 'find_split_cause' }];
    case 'better':
      return [{ code: 'roll_out', variant: best?.key ?? '' }];
    case 'worse':
      return [{ code: 'keep_control' }];
    case 'collecting':
      return experiment.status === 'complete'
        ? [{ code: 'repeat_longer' }]
        : [...emptyVariants(experiment, result), ...waiting(result)];
    case 'leaning':
    case 'no_clear_difference':
      if (best === undefined) return [{ code: 'add_variant' }];
      return experiment.status === 'complete' ? [{ code: 'conclude_inconclusive' }] : waiting(result);
  }
}

function afterNobody({ status }: Experiment, { exposure }: Numbers): Verdict['next'] {
  const { in_several_variants: several = 0, other_values: others = 0 } = exposure ?? {};
  if (several > 0) return [{ code: 'check_ids', people: several }];
  if (others > 0) return [{ code: 'check_conditions', people: others }];
  return status === 'complete' ? [{ code: 'check_code' }, { code: 'resume_or_reset' }] : [{ code: 'check_code' }];
}

function emptyVariants({ variants }: Experiment, { exposure }: Numbers): Verdict['next'] {
  const empty = variants.find(({ key }) => (exposure?.by_variant[key] ?? 0) === 0);
  return empty === undefined ? [] : [{ code: 'check_weights', variant: empty.key }];
}

function waiting({ health, status }: Numbers): Verdict['next'] {
  const days = health?.days_left ?? null;
  if (status === 'ready') return [days === 0 ? { code: 'stop_or_replan' } : { code: 'wait', days }];
  const isTooLong = health?.is_planned === true && (days ?? 0) > maxForecastDays;
  return [{ code: 'wait', days }, ...(isTooLong ? [{ code: 'plan_larger_effect' } as const] : [])];
}

/** After a change of weights, people match no single split. */
function hasNewWeights({ health }: Numbers): boolean {
  return health?.changes.some(({ kind }) => kind === 'weights_changed' || kind === 'variants_changed') ?? false;
}
