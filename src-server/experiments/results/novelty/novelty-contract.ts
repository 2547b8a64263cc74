import { z } from 'zod';
import { codes, dateTime, named, wholeNumber } from '../../../core/contract.ts';
import { interval } from '../../../statistics/contract.ts';
import { testRunFilter } from '../../../test-runs/contract.ts';

/** The spans of days since the exposure that are shown, both days inclusive. A day has 24 hours, and the first is 0. */
export const noveltySpans: readonly [from: number, to: number][] = [
  [0, 0],
  [1, 1],
  [2, 3],
  [4, 7],
  [8, 14],
  [15, 28],
];

export const noveltyQuery = z.object({
  metric: wholeNumber
    .optional()
    .describe('Index of a secondary metric, as in `secondary_results/`. Without it, the primary metric is used.'),
  test_run: testRunFilter,
});

const liftOfDays = z.object({
  from_day: z.int(),
  to_day: z.int(),
  lift: z.number().nullable(),
  lift_interval: interval.nullable(),
});

/** `people`: of both groups, past the last of the later days. `p_value`: of the same lift in both, for one look, after Holm. */
const change = z.object({
  key: z.string(),
  /** The lift in later days against day 0, of the same people. */
  judgement: codes({
    fading: 'The lift came nearer to zero.',
    growing: 'The lift went further from zero.',
    reversed: 'The lift changed its sign, and both intervals leave out zero.',
    steady: 'No change was found, at 5% for one look, after Holm over the test variants.',
    no_later_days: 'Not compared: the window of the metric ends before the second day does.',
    too_early: 'Not compared: the second day has passed for fewer than half of the people with a first day.',
    too_little: 'Not compared: too few people or conversions, or too skewed values.',
  }),
  people: z.int(),
  first: liftOfDays.nullable(),
  later: liftOfDays.nullable(),
  p_value: z.number().nullable(),
});

/**
 * `people`: those for whom the span has passed. `value`: per person in the span, capped. `versus`: null for control and without
 * people; `p_value_adjusted` after Holm over the spans and test variants.
 */
const spanVariant = z.object({
  key: z.string(),
  people: z.int(),
  value: z.number().nullable(),
  interval: interval.nullable(),
  is_too_little: z.boolean(),
  versus: z
    .object({
      lift: z.number().nullable(),
      lift_interval: interval.nullable(),
      p_value: z.number(),
      p_value_adjusted: z.number(),
      is_too_little: z.boolean(),
    })
    .nullable(),
});

/**
 * The effect by days since the exposure. `converts_once`: a person converts once, so converting sooner leaves less for later
 * days. Not adjusted by CUPED.
 */
export const novelty = named('ExperimentNovelty', {
  /** Whether there are values by day. */
  state: codes({
    no_metric: 'The experiment has no primary metric that can be read.',
    not_for_kind: 'A ratio or retention has no value by day.',
    window_too_short: 'The window of the metric ends before the first day does.',
    no_exposures: 'Nobody was exposed.',
    no_full_day: 'Nobody’s first day has passed.',
    ready: 'The values are computed.',
  }),
  computed_at: dateTime,
  converts_once: z.boolean(),
  spans: z.array(z.object({ from_day: z.int(), to_day: z.int(), variants: z.array(spanVariant) })),
  changes: z.array(change),
});
export type Novelty = z.infer<typeof novelty>;
export type NoveltyState = Novelty['state'];
export type NoveltySpan = Novelty['spans'][number];
export type NoveltyChange = Novelty['changes'][number];
export type NoveltyJudgement = NoveltyChange['judgement'];
