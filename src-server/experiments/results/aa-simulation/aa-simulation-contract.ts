import { z } from 'zod';
import { dateInput, dateTime } from '../../../core/contract.ts';
import { interval } from '../../../statistics/contract.ts';
import { peopleInRunQuery } from '../judge/evidence-contract.ts';

export const aaSimulationQuery = peopleInRunQuery.extend({
  as_of: dateInput
    .optional()
    .describe('The start of the simulation, as in its first answer; by default now. Later events do not count.'),
});

/** The re-randomizations with an outcome: `count`, its `share` of those `played`, and the 95% interval of that share. */
const frequency = z.object({ count: z.int(), share: z.number(), interval });
export type AaFrequency = z.infer<typeof frequency>;

/**
 * Verdicts on a metric, on any variant at any look. `leading_now`: at the last look. `allowed`: the share of false "better" or
 * "worse" that the results allow up to the last look; before the test at the planned number of people that of the looks alone.
 * `is_above`: the share is significantly higher.
 */
const aaMetric = z.object({
  /** Null: the primary metric. */
  index: z.int().nullable(),
  name: z.string(),
  better: frequency,
  worse: frequency,
  better_or_worse: frequency,
  leading: frequency,
  leading_now: frequency,
  allowed: z.number(),
  is_above: z.boolean(),
});
export type AaMetric = z.infer<typeof aaMetric>;

/**
 * An A/A simulation: the experiment's people with their events, each given a variant at random, so that variants do not differ.
 * `status`: `nothing_to_replay` if nobody was exposed, or without a metric or a second variant. `played` of `reshuffles`: the
 * re-randomizations so far, and all. `looks`: at the end of each day of the run and at its last moment. `any_secondary`: of any
 * secondary metric, null with fewer than two. Repeat the request with `as_of` until it is done. `leaves_out_cuped`: the results
 * use CUPED, and the simulation does not.
 */
export const aaSimulation = z
  .object({
    status: z.enum(['nothing_to_replay', 'running', 'done']),
    as_of: dateTime,
    people: z.int(),
    looks: z.int(),
    played: z.int(),
    reshuffles: z.int(),
    leaves_out_cuped: z.boolean(),
    metrics: z.array(aaMetric),
    any_secondary: frequency.nullable(),
  })
  .meta({ id: 'AaSimulation' });
export type AaSimulation = z.infer<typeof aaSimulation>;
