import { signOf } from '../../../statistics/contract.ts';
import { controlKey, type Experiment } from '../../contract.ts';
import type { Interval, MetricResult, VariantResult } from '../results-contract.ts';
import { minConversions } from '../rules-contract.ts';
import { restsOn } from './conclusive.ts';
import type { Deciding, DecidingBasis, Guardrail, GuardrailState } from './guardrail-contract.ts';
import { isExpected } from './people.ts';
import type { FindingOf, VariantOutcome, Verdict, VerdictKind } from './verdict-contract.ts';

/** A secondary metric with a margin, and the conclusions about its variants. */
export type Guarded = { index: number; name: string; result: Judged; outcomes: readonly VariantOutcome[] };
type Judged = Pick<MetricResult, 'metric' | 'basis'> & { variants: readonly Pick<VariantResult, 'key' | 'evidence'>[] };
type Against = NonNullable<VariantResult['evidence']['versus']>;

type Weighted = { variants: readonly Parameters<typeof isExpected>[0][] };

/**
 * Decides for each test variant whether it harms the guardrails. Leaves out metrics without a margin, and variants without weight
 * that have few people, as no more people will come.
 */
export function guardrailsOf({ variants }: Weighted, metrics: readonly Guarded[]): Guardrail[] {
  const expected = new Set(variants.filter(isExpected).map(({ key }) => key));
  return metrics.flatMap(({ index, name, result, outcomes }) => {
    const { guardrail_margin: margin = null, direction = 'increase' } = result.metric ?? {};
    if (margin === null) return [];
    const isAccepted = accepts(margin / 100, signOf(direction));
    return result.variants.flatMap(({ key, evidence: { versus } }, place) => {
      const outcome = outcomes[place] ?? 'collecting';
      if (key === controlKey || (outcome === 'collecting' && !expected.has(key))) return [];
      const passes = versus === null ? [] : passesOf(versus, isAccepted);
      const state = stateOf(outcome, passes.length > 0);
      const shown = state === 'harmed' ? harmOf(versus, result) : shownOf(versus, passes);
      // An interval that would pass, but does not count, such as of too few people, is left out.
      const isMoot = state === 'not_decided' && shown.interval?.every(isAccepted);
      return [{ index, name, variant: key, state, margin, direction, ...(isMoot ? nothing : shown) }];
    });
  });
}

/** Tests whether an end of an interval, or a lift, is less harm than the margin. */
const accepts = (margin: number, sign: number) => (lift: number) => sign * lift > -margin;
type Accepts = ReturnType<typeof accepts>;

/**
 * Returns the bases on which the variant is non-inferior. The present lift must agree with the test at the plan, which does not
 * change any more.
 */
function passesOf(
  { lift, conversions, is_too_little: isTooLittle, non_inferiority: margins, final }: Against,
  isAccepted: Accepts,
): DecidingBasis[] {
  if (margins === null || lift === null || !isAccepted(lift) || conversions < minConversions || isTooLittle) return [];
  const isWhole = (interval: Interval | null) => interval?.every(isAccepted) === true;
  const isFinal = final !== null && final.conversions >= minConversions && isWhole(margins.final?.interval ?? null);
  return [...(isFinal ? ['plan' as const] : []), ...(isWhole(margins.looks.interval) ? ['looks' as const] : [])];
}

function stateOf(outcome: VariantOutcome, isPassed: boolean): GuardrailState {
  if (outcome === 'collecting' || outcome === 'unhealthy') return 'not_decided';
  if (isPassed) return 'not_harmed';
  return outcome === 'worse' ? 'harmed' : 'not_decided';
}

/** Returns the interval by which the variant is worse than control. */
const harmOf = (versus: Against | null, { basis }: Judged): Deciding =>
  versus === null || basis === null ? nothing : restsOn(versus, basis);
const nothing: Deciding = { lift: null, interval: null, level: null, comparisons: 1, basis: 'looks' };

/** Returns the interval by which the variant passes, or else that of the test at the plan once there is one. */
function shownOf(versus: Against | null, [passed]: DecidingBasis[]): Deciding {
  const { non_inferiority: margins = null, final = null, lift = null } = versus ?? {};
  const basis = passed ?? (margins?.final ? 'plan' : 'looks');
  const { interval = null, level = null } = (basis === 'plan' ? margins?.final : margins?.looks) ?? {};
  return { lift: basis === 'plan' ? (final?.lift ?? null) : lift, interval, level, comparisons: 1, basis };
}

/** Returns the worst state of the guardrails of a variant, or of all; "not harmed" only if all are. Null without guardrails. */
export function worstOf(guardrails: readonly Guardrail[], variant: string | null): GuardrailState | null {
  const states = guardrails.filter((one) => variant === null || one.variant === variant).map(({ state }) => state);
  return (['harmed', 'not_decided', 'not_harmed'] as const).find((state) => states.includes(state)) ?? null;
}

export const guardrailsIn = (guardrails: readonly Guardrail[], variant: string, state: GuardrailState): string[] =>
  guardrails.filter((one) => one.variant === variant && one.state === state).map(({ name }) => name);

type Objection = FindingOf<'weigh_harm'> | Omit<FindingOf<'decide_guardrails'>, 'out_of_reach'>;

/** Returns the objection of guardrails to shipping a better variant, or null. */
export function objectionTo(guardrails: readonly Guardrail[], variant: string): Objection | null {
  const [harmed, open] = (['harmed', 'not_decided'] as const).map((state) => guardrailsIn(guardrails, variant, state));
  if (harmed?.length) return { code: 'weigh_harm', variant, metrics: harmed };
  return open?.length ? { code: 'decide_guardrails', variant, metrics: open } : null;
}

/** Suggests to stop a variant that harms a guardrail and is not better. */
export function stopsForHarm(
  guardrails: readonly Guardrail[],
  { status }: Experiment,
  kind: VerdictKind,
): Verdict['next'] {
  if (status !== 'running' || kind === 'better' || kind === 'worse' || kind === 'unhealthy') return [];
  const variants = [...new Set(guardrails.map(({ variant }) => variant))];
  return variants.flatMap((variant) => {
    const metrics = guardrailsIn(guardrails, variant, 'harmed');
    return metrics.length === 0 ? [] : [{ code: 'stop_for_harm' as const, variant, metrics }];
  });
}
