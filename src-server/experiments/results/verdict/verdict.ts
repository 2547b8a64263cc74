import { signOf } from '../../../statistics/contract.ts';
import { controlKey, type Experiment } from '../../contract.ts';
import type { RunChange } from '../../lifecycle/run-changes.ts';
import { breaksMetric } from '../../metrics/warning-contract.ts';
import type { Basis } from '../judge/evidence-contract.ts';
import { believable } from '../judge/shrunken.ts';
import type { MetricResult, SplitCheck, VariantResult } from '../results-contract.ts';
import { leadingShare, maxShareInSeveral, minConversions, minExposures } from '../rules-contract.ts';
import { lastDay } from '../schedule-contract.ts';
import { controlOf } from '../words/result-text-contract.ts';
import { conclusiveBy, restsOn, type TestedDifference } from './conclusive.ts';
import { doubtsOf } from './doubts.ts';
import type { Guardrail } from './guardrail-contract.ts';
import { type Guarded, guardrailsOf, objectionTo, stopsForHarm, worstOf } from './guardrails.ts';
import { isObstacle, stepAgainst } from './obstacle-contract.ts';
import { countedIn, expectedIn, fewIn, isExpected, peopleFor } from './people.ts';
import { outOfReach, rareCautions } from './rare-guardrails.ts';
import { skewCautions } from './skewed.ts';
import { changesOfAll, decidedKind, type NextStep, type VariantOutcome, type Verdict } from './verdict-contract.ts';

/** A result without its verdict, with adjusted p-values. */
export type Numbers = Omit<MetricResult, 'verdict' | 'explanation' | 'variants'> & {
  variants: readonly Omit<VariantResult, 'outcome'>[];
};
type Variant = Numbers['variants'][number];
export type OutcomeGrounds = {
  metric: Pick<NonNullable<Numbers['metric']>, 'direction'> | null;
  health: { sample_ratio: Pick<SplitCheck, 'state'> | null } | null;
  basis: Pick<Basis, 'look_share'> | null;
  variants: readonly { key: string; evidence: { people: number; versus: TestedDifference | null } }[];
};
/** `guarded`: the secondary metrics, where `result` is of the primary one. */
type Facts = { experiment: Experiment; result: Numbers; guarded?: readonly Guarded[] };
type Named = { kind: Verdict['kind']; variant: Variant | undefined };
type Guards = { guardrails: readonly Guardrail[] };
type Counted = { people: Verdict['people'] };

/** Concludes the verdict of a result, for the metric and each variant. Only this function does; all others word it. */
export function conclude(facts: Facts): { verdict: Verdict; outcomes: VariantOutcome[] } {
  const { result } = facts;
  const found = result.variants.map((variant) => outcomeOf(result, variant));
  const outcomes = hasSplitMismatch(result)
    ? found.map((one) => (one === 'reference' ? one : ('unhealthy' as const)))
    : found;
  const kind = kindOf(facts, found);
  const variant = namedVariant(result, found, kind);
  const isSame = (one: Variant, index: number) => one !== variant && outcomes[index] === kind;
  // No variant counts while the split is off.
  const also =
    variant === undefined || kind === 'unhealthy' ? [] : result.variants.filter(isSame).map(({ key }) => key);
  const guardrails = guardrailsOf(facts.experiment, facts.guarded ?? []);
  const people = peopleFor(facts.experiment, result, kind);
  return {
    outcomes,
    verdict: {
      kind,
      standing: standingOf(facts.experiment, kind),
      variant: variant?.key ?? null,
      also,
      people,
      rests_on: decidingIntervalOf(result, { kind, variant }),
      doubts: doubtsOf(result, kind, variant?.evidence.versus ?? null),
      cautions: cautionsOf(facts, { kind, guardrails, people }),
      next: nextSteps(facts, { kind, variant, guardrails, people }),
      guardrails,
      guardrail_state: variant === undefined ? null : worstOf(guardrails, kind === 'better' ? variant.key : null),
    },
  };
}

function standingOf({ status }: Experiment, kind: Verdict['kind']): Verdict['standing'] {
  if (status !== 'complete') return 'open';
  return decidedKind.safeParse(kind).success ? 'decided' : 'not_decided';
}

const hasSplitMismatch = ({ health }: OutcomeGrounds) => health?.sample_ratio?.state === 'mismatch';
const peopleOf = (variant: OutcomeGrounds['variants'][number] | undefined) => variant?.evidence.people ?? 0;

/** Concludes for one variant, without the check of the split. */
export function outcomeOf(result: OutcomeGrounds, variant: OutcomeGrounds['variants'][number]): VariantOutcome {
  if (variant.key === controlKey) return 'reference';
  const { versus } = variant.evidence;
  const control = controlOf(result);
  if (versus === null || peopleOf(variant) < minExposures || peopleOf(control) < minExposures) return 'collecting';
  const isGood = signOf(result.metric?.direction) * versus.difference > 0;
  if (conclusiveBy(versus, result.basis) !== null) return isGood ? 'better' : 'worse';
  // The p-value counts both directions, and only the better one leads.
  const isLeading = isGood && versus.conversions >= minConversions && versus.p_value_adjusted < 2 * leadingShare;
  return isLeading ? 'leaning' : 'no_clear_difference';
}

function kindOf({ experiment, result }: Facts, outcomes: readonly VariantOutcome[]): Verdict['kind'] {
  if (result.status === 'no_metric' || result.status === 'draft' || result.status === 'no_exposures') {
    return result.status;
  }
  if (hasSplitMismatch(result)) return 'unhealthy';
  if (outcomes.includes('better')) return 'better';
  if (result.variants.length === 0 || fewIn(experiment, countedIn(result)).length > 0) return 'collecting';
  // A ratio may have nothing to divide by.
  const expected = new Set(experiment.variants.filter(isExpected).map(({ key }) => key));
  const lacksValue = result.variants.some(({ key }, index) => outcomes[index] === 'collecting' && expected.has(key));
  if (lacksValue) return 'collecting';
  const tests = outcomes.filter((outcome) => outcome !== 'reference' && outcome !== 'collecting');
  if (tests.length === 0) return 'collecting';
  if (tests.includes('leaning')) return 'leaning';
  return tests.every((outcome) => outcome === 'worse') ? 'worse' : 'no_clear_difference';
}

/** The order in which the variants are named where the kind itself names none. */
const namingOrder = ['better', 'leaning', 'no_clear_difference', 'worse', 'collecting'] as const;

/** Returns the variant with the smallest p-value among those with the outcome that the verdict names. */
function namedVariant({ variants }: Numbers, outcomes: readonly VariantOutcome[], kind: Verdict['kind']) {
  const namedOutcome = [kind, ...namingOrder].find((one) => outcomes.some((outcome) => outcome === one));
  const p = ({ evidence: { versus } }: Variant) => versus?.always_valid_p_value ?? 1;
  const single = ({ evidence: { versus } }: Variant) => versus?.p_value ?? 1;
  return variants
    .filter((variant, index) => outcomes[index] === namedOutcome && variant.evidence.versus !== null)
    .toSorted((one, other) => single(one) - single(other) || p(one) - p(other))[0];
}

/** Returns the interval that a verdict rests on; null for too few people or a sample ratio mismatch, which rest on none. */
function decidingIntervalOf({ basis }: Numbers, { kind, variant }: Named): Verdict['rests_on'] {
  const versus = variant?.evidence.versus ?? null;
  const isSaid = kind !== 'collecting' && kind !== 'unhealthy' && versus !== null && basis !== null;
  return isSaid ? restsOn(versus, basis) : null;
}

function cautionsOf(
  facts: Facts,
  { kind, guardrails, people }: Pick<Named, 'kind'> & Guards & Counted,
): Verdict['cautions'] {
  const { experiment, result } = facts;
  const { exposure, health, basis } = result;
  const cautions: Verdict['cautions'] = [];
  if (exposure === null || kind === 'no_metric' || kind === 'no_exposures') return cautions;
  const { total, in_several_variants: several } = exposure;
  if (kind !== 'collecting' && kind !== 'unhealthy' && health !== null) {
    const { counted = 0, needed = null } = people ?? {};
    if (experiment.status === 'running' && needed !== null && counted < needed) {
      const { is_planned } = health;
      cautions.push({ code: 'fewer_than_needed', people: counted, needed, is_planned, days: daysLeft(result) });
    }
    cautions.push(...planCautions({ experiment, result }));
    cautions.push(...skewCautions(result.variants, facts.guarded ?? [], guardrails));
    cautions.push(...suspiciousLiftCautions(result), ...rareCautions(facts, guardrails));
    cautions.push(...changeCautions(health.changes));
    if (health.is_by_group) cautions.push({ code: 'by_group' });
  }
  const long = health?.too_long ?? null;
  if (long !== null && isOpen(kind)) cautions.push({ code: 'too_long', ...long });
  const open = basis === null || basis.people === 'mature' ? 0 : basis.everyone - basis.mature;
  if (open > 0) {
    cautions.push({ code: 'open_outcomes', people: open, window_days: basis?.window_days ?? 0 });
  }
  if (several > maxShareInSeveral * total) cautions.push({ code: 'in_several_variants', people: several });
  return cautions;
}

function changeCautions(changes: readonly RunChange[]): Verdict['cautions'] {
  const ofAll = changesOfAll.map((code) => ({ code, changes: changes.filter(({ kind }) => kind === code).length }));
  const others = changes.length - ofAll.reduce((sum, one) => sum + one.changes, 0);
  return [{ code: 'changed_during_run' as const, changes: others }, ...ofAll].filter((one) => one.changes > 0);
}

/** Reports whether more people may still bring a verdict. */
const isOpen = (kind: Named['kind']) => kind === 'collecting' || kind === 'leaning' || kind === 'no_clear_difference';

function suspiciousLiftCautions({ variants, basis }: Numbers): Verdict['cautions'] {
  const suspicious = variants.filter(({ evidence: { versus } }) => versus?.is_suspicious === true);
  if (suspicious.length === 0 || basis === null) return [];
  const [low, high] = believable(basis.prior_sd);
  return [{ code: 'suspicious_lift', variants: suspicious.map(({ key }) => key), low, high, prior_sd: basis.prior_sd }];
}

/** Returns cautions about the run and its plan; they stay after the end. */
function planCautions({ experiment, result: { basis, run } }: Facts): Verdict['cautions'] {
  if (basis === null || run === null) return [];
  const { plan, counted, planned_now: now } = basis;
  const cautions: Verdict['cautions'] = [];
  if (plan !== null && plan.reached_at === null && experiment.status === 'complete') {
    const day = lastDay(Date.parse(run.start), Date.parse(run.end));
    cautions.push({ code: 'stopped_early', people: counted, planned: plan.people, day });
  }
  if ((plan?.people ?? null) !== now) cautions.push({ code: 'plan_changed', planned: plan?.people ?? null, now });
  return cautions;
}

function nextSteps(facts: Facts, { kind, variant, guardrails, people }: Named & Guards & Counted): Verdict['next'] {
  const { experiment, result } = facts;
  const stops = stopsForHarm(guardrails, experiment, kind);
  if (stops.length > 0) return stops;
  if (isOpen(kind) && result.metric?.warnings.some(breaksMetric)) return [{ code: 'fix_metric' }];
  switch (kind) {
    case 'no_metric':
      return [{ code: 'choose_metric' }];
    case 'draft':
      return [
        experiment.start_date === null ? { code: 'launch' } : { code: 'wait_for_start', at: experiment.start_date },
      ];
    case 'no_exposures':
      return stepsWithoutPeople(experiment, result);
    case 'unhealthy':
      return [afterMismatch(result)];
    case 'better':
      return stepsForBetter(facts, guardrails, variant);
    case 'worse':
      return [{ code: 'keep_control' }];
    case 'collecting':
      return stepsWhileCollecting(facts, people);
    case 'leaning':
    case 'no_clear_difference':
      return experiment.status === 'complete'
        ? [{ code: 'conclude_inconclusive' }]
        : stepsWithEnoughPeople(result, people);
  }
}

/** Advises to ship a better variant if its lift can be believed and no guardrail stands against it. */
function stepsForBetter(facts: Facts, guardrails: readonly Guardrail[], variant: Variant | undefined): Verdict['next'] {
  const key = variant?.key ?? '';
  const isSuspicious = variant?.evidence.versus?.is_suspicious === true;
  const objection = objectionTo(guardrails, key);
  const steps: Verdict['next'] = isSuspicious ? [{ code: 'check_lift', variant: key }] : [];
  if (objection?.code === 'weigh_harm') steps.push(objection);
  else if (objection) steps.push({ ...objection, out_of_reach: outOfReach(facts, guardrails, key) });
  return steps.length > 0 ? steps : [{ code: 'roll_out', variant: key }];
}

/** Names each reason why people count for no variant. */
function stepsWithoutPeople({ status }: Experiment, { exposure }: Numbers): Verdict['next'] {
  const { in_several_variants: several = 0, other_values: others = 0, excluded = 0 } = exposure ?? {};
  const reasons = [
    { code: 'check_ids' as const, people: several },
    { code: 'check_conditions' as const, people: others },
    { code: 'check_exclusions' as const, people: excluded },
  ].filter(({ people }) => people > 0);
  if (reasons.length > 0) return reasons;
  return status === 'complete' ? [{ code: 'check_code' }, { code: 'resume_or_reset' }] : [{ code: 'check_code' }];
}

function stepsWhileCollecting({ experiment, result }: Facts, people: Verdict['people']): Verdict['next'] {
  const { basis } = result;
  if (people !== null && isObstacle(people.state)) return [stepAgainst(people.state, experiment)];
  if (result.status === 'ready' && basis !== null && basis.window_days !== null && basis.counted < basis.everyone) {
    const { window_days, mature, everyone } = basis;
    return [{ code: 'wait_for_window', window_days, mature, everyone }];
  }
  if (experiment.status === 'complete') return [{ code: 'repeat_longer' }];
  return [...emptyVariantSteps(experiment, result), ...waitingSteps(result)];
}

function emptyVariantSteps(experiment: Experiment, { exposure }: Numbers): Verdict['next'] {
  const exposed = expectedIn(experiment, (key) => exposure?.by_variant[key] ?? 0);
  const empty = exposed.find(({ people }) => people === 0);
  return empty === undefined ? [] : [{ code: 'check_weights', variant: empty.variant }];
}

/** Returns the next step once each variant has enough people: to wait if more are planned or needed. */
function stepsWithEnoughPeople(result: Numbers, people: Verdict['people']): Verdict['next'] {
  const hasAll = people?.state === 'enough' && result.health?.days_left === 0;
  return hasAll ? [{ code: 'stop_or_replan' }] : waitingSteps(result);
}

/** Days until enough people count; null if unknown, or none. */
const daysLeft = ({ health }: Numbers): number | null => health?.days_left || null;

function waitingSteps(result: Numbers): Verdict['next'] {
  const long = result.health?.too_long ?? null;
  if (long === null) return [{ code: 'wait', days: daysLeft(result) }];
  const { needs_new_run, waits_for, plan_people } = long;
  return [
    { code: 'wait', days: daysLeft(result) },
    { code: 'end_sooner', needs_new_run, waits_for, plan_people },
  ];
}

/** Weights that changed, or an override for everyone, leave no single split to compare with. */
function afterMismatch({ health }: Numbers): NextStep {
  const kinds = new Set(health?.changes.map(({ kind }) => kind));
  if (kinds.has('weights_changed') || kinds.has('variants_changed')) return { code: 'start_new_run', cause: 'weights' };
  return kinds.has('override_changed') ? { code: 'start_new_run', cause: 'override' } : { code: 'find_split_cause' };
}
