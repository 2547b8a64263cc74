import type { Recommendation } from '#server/experiments/decision/decision-contract.ts';
import type { FlagOutcome } from '#server/experiments/decision/ending-contract.ts';
import type { Guardrail } from '#server/experiments/results/verdict/guardrail-contract.ts';

/** Returns the variant that the results recommend where the rollout is another one. */
export function recommendedInstead(recommendation: Recommendation, outcome: FlagOutcome): string | null {
  if (recommendation.kind !== 'ship') return null;
  return outcome.kind === 'ship' && outcome.variant === recommendation.variant ? null : recommendation.variant;
}

/** Returns the guardrails that a variant to ship harms, or of which that is not decided. */
export const openGuardrails = (guardrails: readonly Guardrail[], outcome: FlagOutcome): Guardrail[] =>
  outcome.kind === 'ship'
    ? guardrails.filter(({ variant, state }) => variant === outcome.variant && state !== 'not_harmed')
    : [];
