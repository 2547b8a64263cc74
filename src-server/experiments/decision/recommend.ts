import { type Conclusion, controlKey, type Experiment } from '../contract.ts';
import type { ResultSummary } from '../results/results-contract.ts';
import { objectionTo } from '../results/verdict/guardrails.ts';
import type { Recommendation, Rollouts } from './decision-contract.ts';
import type { FlagOutcome } from './ending-contract.ts';

type Judged = Pick<ResultSummary, 'verdict'> & {
  variants: readonly Pick<ResultSummary['variants'][number], 'key' | 'outcome'>[];
};
type Metrics = { result: Judged; secondary: readonly (Judged & { index: number; name: string })[] };

const reasons = { weigh_harm: 'guardrail_harmed', decide_guardrails: 'guardrails_not_decided' } as const;

/** Recommends an outcome for the flag when the run ends, by the verdict alone; nothing without a clear one. */
export function recommend({ result, secondary }: Metrics): Recommendation {
  const { kind, variant, cautions } = result.verdict;
  if (kind !== 'better' && kind !== 'worse') return { kind: 'none', reason: kind, metrics: [] };
  if (kind === 'worse' || variant === null) {
    return { kind: 'ship', variant: controlKey, conclusion: 'lost', reason: 'worse' };
  }
  if (cautions.some((one) => one.code === 'suspicious_lift' && one.variants.includes(variant))) {
    return { kind: 'none', reason: 'suspicious_lift', metrics: [] };
  }
  const guards = result.verdict.guardrails;
  const objection = objectionTo(guards, variant);
  if (objection !== null) return { kind: 'none', reason: reasons[objection.code], metrics: objection.metrics };
  const isGuardrail = (index: number) => guards.some((one) => one.index === index);
  const metrics = secondary
    .filter(
      ({ index, variants }) =>
        !isGuardrail(index) && variants.some(({ key, outcome }) => key === variant && outcome === 'worse'),
    )
    .map(({ name }) => name);
  if (metrics.length > 0) return { kind: 'none', reason: 'secondary_worse', metrics };
  return { kind: 'ship', variant, conclusion: 'won', reason: 'better' };
}

/**
 * Returns the rollout that follows from each conclusion. Without a winner everyone gets control, as before. The winner must be
 * chosen where several variants qualify.
 */
export function rolloutsOf({ variants, feature_flag: flag }: Experiment, recommended: Recommendation): Rollouts {
  const ship = (variant: string): FlagOutcome => (flag === null ? { kind: 'keep' } : { kind: 'ship', variant });
  const [only, ...others] = variants.map(({ key }) => key).filter((key) => key !== controlKey);
  // A variant that harms a guardrail ships only if somebody chooses it.
  const isHarmful = recommended.kind === 'none' && recommended.reason === 'guardrail_harmed';
  const winner =
    recommended.kind === 'ship' && recommended.conclusion === 'won'
      ? recommended.variant
      : others.length === 0 && !isHarmful
        ? only
        : undefined;
  const control = ship(controlKey);
  return {
    won: winner === undefined ? null : ship(winner),
    lost: control,
    inconclusive: control,
    stopped_early: control,
    invalid: control,
  } satisfies Record<Conclusion, FlagOutcome | null>;
}
