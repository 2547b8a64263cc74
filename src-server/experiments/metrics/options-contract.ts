import { z } from 'zod';
import type { JsonObject } from '../../core/contract.ts';
import { type Direction, direction, maxCapShare } from '../../statistics/contract.ts';
import { metricEntries } from './entry-contract.ts';
import { metricKind } from './kind-contract.ts';

const property = z.string().min(1).max(400);
/** Days of 24 hours since the exposure; the first is 0. */
const returnDay = z.int().min(0).max(365);

/**
 * What Benchtop adds to the filters of a metric; unknown keys are kept. `minimum_effect`: the smallest relative change that matters,
 * percent. `window_days`: what people do in so many days since their exposure counts; without it, up to the end of the run.
 * `property`: summed by person; of a `ratio` that of the numerator, which without it counts events. `denominator`: of a `ratio`.
 * `return_days`: of `retention`, the first and last day since the exposure, from 1. `cap_share`: share of people whose highest values
 * count as the highest of the others, 0 for none; never more than 5% of those with a value above 0. `guardrail`: of a secondary
 * metric, the largest harm that is accepted, percent relative. `saved_metric`: the id of the saved metric that this one is.
 * `exclude_test_runs`: of the primary metric, leaves what belongs to a test run out of the whole experiment, exposures too.
 */
export const benchtopFilters = z
  .looseObject({
    kind: metricKind.nullish(),
    direction: direction.nullish(),
    minimum_effect: z.number().positive().max(1000).nullish(),
    window_days: z.number().positive().max(3650).nullish(),
    property: property.nullish(),
    denominator: z.looseObject({ ...metricEntries, property: property.nullish() }).nullish(),
    return_days: z.tuple([returnDay, returnDay]).nullish(),
    cap_share: z.number().min(0).max(maxCapShare).nullish(),
    guardrail: z.looseObject({ margin: z.number().positive().max(100) }).nullish(),
    saved_metric: z.int().positive().nullish(),
    exclude_test_runs: z.boolean().nullish(),
  })
  .meta({ id: 'MetricOptions' });
export type BenchtopFilters = z.infer<typeof benchtopFilters>;

/** Returns the better direction of filters of any origin. Older clients send it beside the keys of the original. */
export function directionOf(filters: JsonObject): Direction {
  const { direction: own } = Object(filters.benchtop);
  return direction.safeParse(own ?? filters.direction).data ?? 'increase';
}
