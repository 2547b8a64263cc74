import { z } from 'zod';
import { conclusion, experiment } from '../contract.ts';
import { resultSummary, secondaryResult } from '../results/results-contract.ts';
import { verdictKind } from '../results/verdict/verdict-contract.ts';
import { flagOutcome } from './ending-contract.ts';

/**
 * Reasons for no recommendation, beside the kinds of verdicts: a guardrail is harmed or not decided, another secondary metric got
 * worse, or the lift is suspicious.
 */
const noBasis = verdictKind
  .exclude(['better', 'worse'])
  .or(z.enum(['guardrail_harmed', 'guardrails_not_decided', 'secondary_worse', 'suspicious_lift']));

/** `ship`: give everyone the variant, which may be control. `metrics`: names of the secondary metrics that speak against it. */
const recommendation = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ship'),
    variant: z.string(),
    conclusion: conclusion.extract(['won', 'lost']),
    reason: verdictKind.extract(['better', 'worse']),
  }),
  z.object({ kind: z.literal('none'), reason: noBasis, metrics: z.array(z.string()) }),
]);
export type Recommendation = z.infer<typeof recommendation>;

/** The rollout that follows from each conclusion; null where it must be chosen. */
const rollouts = z.object({
  won: flagOutcome.nullable(),
  lost: flagOutcome.nullable(),
  inconclusive: flagOutcome.nullable(),
  stopped_early: flagOutcome.nullable(),
  invalid: flagOutcome.nullable(),
});
export type Rollouts = z.infer<typeof rollouts>;

/**
 * Persons for whom an app reported the flag in the last `days` days: all, and by value of the flag. Unlike results it counts
 * persons whom the project excludes, as the flag serves them too.
 */
const servedPeople = z.object({ days: z.int(), total: z.int(), by_value: z.record(z.string(), z.int()) });
export type ServedPeople = z.infer<typeof servedPeople>;

const secondarySummary = resultSummary.extend(
  secondaryResult.pick({ index: true, name: true, guardrail_state: true }).shape,
);

export const experimentDecision = experiment
  .extend({
    result: resultSummary,
    secondary: z.array(secondarySummary),
    recommendation,
    rollouts,
    people: servedPeople,
  })
  .meta({ id: 'ExperimentDecision' });
export type ExperimentDecision = z.infer<typeof experimentDecision>;
