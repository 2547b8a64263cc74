import type { FlagOutcome } from '#server/experiments/contract.ts';
import type { Recommendation } from '#server/experiments/decision/decision-contract.ts';

/** Returns the variant that the results recommend where the rollout is another one. */
export function recommendedInstead(recommendation: Recommendation, outcome: FlagOutcome): string | null {
  if (recommendation.kind !== 'ship') return null;
  return outcome.kind === 'ship' && outcome.variant === recommendation.variant ? null : recommendation.variant;
}
