import { z } from 'zod';
import { addIssueAt, named } from '../../../core/contract.ts';
import { onlyKnown } from '../../../core/known-keys-contract.ts';
import { plain } from '../../../core/text/numbers-contract.ts';
import { maxEffect } from '../../metrics/options-contract.ts';
import { largestEffect, planFields, requirePossible } from '../plan-contract.ts';

/** Maximum number of days that the window simulates of a longer plan. */
export const maxSimulatedDays = 365;
/** Runs of a simulation. */
export const simulatedRuns = 400;
/** Above it, drawing and judging one run takes seconds. */
const maxSimulatedPeople = 100_000_000;

/** Returns the largest effect, percent, to offer for a simulation: a decrease leaves a thousandth of what people do. */
export function largestOffered(of: Parameters<typeof largestEffect>[0]): number {
  const most = largestEffect(of);
  return Math.min(maxEffect, of.direction === 'decrease' ? most - 0.1 : most);
}

/**
 * A plan that runs for `days` at the given pace, with a true `effect`, relative, in percent, on the smallest test variant. The
 * other variants are like control. `runs` of the plan are simulated, and as many without an effect. The same seed gives the same
 * answer.
 */
export const simulatedPlanInput = onlyKnown({
  ...planFields,
  people_per_day: z.number().min(1e-3).max(1e9),
  days: z.int().min(1).max(maxSimulatedDays),
  effect: z.number().min(0).max(maxEffect),
  runs: z.int().min(10).max(2000).default(simulatedRuns),
  seed: z.int().min(0).max(1_000_000_000).default(1),
}).superRefine((input, context) => {
  requirePossible(input, 'effect', context);
  const people = peopleIn(input);
  const add = (message: `must ${string}`) => addIssueAt(context, ['days'], message);
  if (people < input.weights.length) add('must have at least one person per variant at this pace');
  else if (people > maxSimulatedPeople) add(`must have at most ${plain(maxSimulatedPeople, 0)} people at this pace`);
});

type Paced = { people_per_day: number; rollout_percentage: number; days: number };

export const peopleIn = ({ people_per_day, rollout_percentage, days }: Paced): number =>
  Math.round((people_per_day * rollout_percentage * days) / 100);

export type SimulatedPlanInput = z.input<typeof simulatedPlanInput>;

/** Runs, their share, and the 99% bound of chance of that share. */
const runShare = z.object({ runs: z.int(), share: z.number(), low: z.number(), high: z.number() });

/** Whether the power by formula is within the bound of the simulated one, or the simulated one is below or above it. */
const agreement = z.enum(['within', 'below', 'above']);
export type Agreement = z.infer<typeof agreement>;

/**
 * `people`: planned, of all variants. `runs` of `of` are simulated so far; ask the same again for more. `effect`: how many
 * concluded "better" of the changed variant on any daily look up to the last of `days`, in the first half of them, and at their
 * end; null for an effect of 0. `power`: of the last, by formula. `none`: how many runs without an effect concluded
 * "better" or "worse" of any variant on any daily look.
 */
export const simulatedPlan = named('ExperimentSimulatedPlan', {
  people: z.int(),
  days: z.int(),
  runs: z.int(),
  of: z.int(),
  effect: z
    .object({
      found: runShare,
      found_in_first_half: runShare,
      found_at_end: runShare,
      power: z.number(),
      agreement,
    })
    .nullable(),
  none: z.object({ better_or_worse: runShare }),
});
export type SimulatedPlan = z.infer<typeof simulatedPlan>;
export type RunShare = z.infer<typeof runShare>;
