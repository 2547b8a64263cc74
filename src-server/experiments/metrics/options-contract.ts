import { z } from 'zod';
import { type JsonObject, maxName } from '../../core/contract.ts';
import { requireKnown } from '../../core/known-keys-contract.ts';
import { type Direction, direction, maxCapShare } from '../../statistics/contract.ts';
import { metricEntries } from './entry-contract.ts';
import { metricKind } from './kind-contract.ts';

/** Maximum of a planned effect, and of the smallest that matters, percent. */
export const maxEffect = 1000;

const property = z.string().min(1).max(maxName);
/** Days of 24 hours since the exposure; the first is 0. */
export const maxReturnDay = 365;
const returnDay = z.int().min(0).max(maxReturnDay);

const denominator = z.looseObject({ ...metricEntries, property: property.nullish() });
/** Percent of the largest margin. */
export const maxMargin = 100;
const guardrail = z.looseObject({ margin: z.number().positive().max(maxMargin) });
/** Days, also a part of one, since the exposure in which events count. */
export const windowDaysInput = z.number().positive().max(3650);

/**
 * Fields that Benchtop adds to the filters of a metric. Unknown keys are rejected in requests, and kept in stored filters.
 * `minimum_effect`: the smallest relative change that matters, percent. `window_days`: the days since the exposure in which events
 * count; without it, up to the end of the run. `property`: summed by person; of a `ratio` that of the numerator, which without it
 * counts events. `denominator`: of a `ratio`. `return_days`: of `retention`, the first and last day since the exposure, from 1.
 * `cap_share`: share of people whose highest values count as the highest of the rest, 0 for none; never more than `maxCapShare` of
 * those with a value above 0. `guardrail`: of a secondary metric, the largest harm that is accepted, percent relative.
 * `saved_metric`: the id of the saved metric that this one is. `exclude_test_runs`: of the primary metric, leaves what belongs to a
 * test run out of the whole experiment, exposures too.
 */
export const benchtopFilters = z
  .looseObject({
    kind: metricKind.nullish(),
    direction: direction.nullish(),
    minimum_effect: z.number().positive().max(maxEffect).nullish(),
    window_days: windowDaysInput.nullish(),
    property: property.nullish(),
    denominator: denominator.nullish(),
    return_days: z.tuple([returnDay, returnDay]).nullish(),
    cap_share: z.number().min(0).max(maxCapShare).nullish(),
    guardrail: guardrail.nullish(),
    saved_metric: z.int().positive().nullish(),
    exclude_test_runs: z.boolean().nullish(),
  })
  .meta({ id: 'MetricOptions' });
export type BenchtopFilters = z.infer<typeof benchtopFilters>;

/** Refuses unknown options: a mistyped one would be ignored. `options` are under `benchtop` of the checked object. */
export function requireKnownOptions(context: z.core.$RefinementCtx, options: BenchtopFilters | null | undefined): void {
  requireKnown(context, ['benchtop'], options, benchtopFilters);
  requireKnown(context, ['benchtop', 'denominator'], options?.denominator, denominator);
  requireKnown(context, ['benchtop', 'guardrail'], options?.guardrail, guardrail);
}

/** Reports whether an experiment leaves test runs out, by its filters of any origin. */
export const leavesTestRunsOut = (filters: JsonObject): boolean => Object(filters.benchtop).exclude_test_runs === true;

/** Returns the better direction of filters of any origin. Older clients send it beside the keys of the original. */
export function directionOf(filters: JsonObject): Direction {
  const { direction: own } = Object(filters.benchtop);
  return direction.safeParse(own ?? filters.direction).data ?? 'increase';
}
