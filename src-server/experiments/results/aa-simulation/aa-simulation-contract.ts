import { z } from 'zod';
import { dateInput, dateTime } from '../../../core/contract.ts';
import { peopleInRunQuery } from '../judge/evidence-contract.ts';

export const replayQuery = peopleInRunQuery.extend({
  as_of: dateInput
    .optional()
    .describe(
      'The moment at which the replay was started, as in its first answer; by default now. Later events do not count.',
    ),
});

/** In how many reshuffles something was said: `count`, its `share` of those played, and the 95% interval of that share by chance. */
const said = z.object({ count: z.int(), share: z.number(), interval: z.tuple([z.number(), z.number()]) });
export type ReplaySaid = z.infer<typeof said>;

/**
 * What the page would have said of a metric at any look, of any variant. `leading_now`: at the last look. `allowed`: the
 * share of wrong "better" or "worse" that the page allows up to the last look; before the test at the planned number of people that of
 * the looks alone. `is_above`: there were more, by more than chance.
 */
const replayedMetric = z.object({
  /** Null: the primary metric. */
  index: z.int().nullable(),
  name: z.string(),
  better: said,
  worse: said,
  better_or_worse: said,
  leading: said,
  leading_now: said,
  allowed: z.number(),
  is_above: z.boolean(),
});
export type ReplayedMetricResult = z.infer<typeof replayedMetric>;

/**
 * A replay of an experiment on its own people, with variants dealt by chance: nothing differs between them. `status`:
 * `nothing_to_replay` where nobody was exposed or there is no metric or only one variant. `played` of `reshuffles`; `looks`: at the
 * end of each day of the run and at its last moment. `any_secondary`: of any secondary metric, null with fewer than two. Ask again with
 * `as_of` until it is done. `leaves_out_cuped`: the page subtracts what people did before, and the replay does not.
 */
export const experimentReplay = z
  .object({
    status: z.enum(['nothing_to_replay', 'running', 'done']),
    as_of: dateTime,
    people: z.int(),
    looks: z.int(),
    played: z.int(),
    reshuffles: z.int(),
    leaves_out_cuped: z.boolean(),
    metrics: z.array(replayedMetric),
    any_secondary: said.nullable(),
  })
  .meta({ id: 'ExperimentReplay' });
export type ExperimentReplay = z.infer<typeof experimentReplay>;
