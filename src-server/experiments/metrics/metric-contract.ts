import { z } from 'zod';
import { propertyFilter } from '../../properties/contract.ts';
import { direction } from '../../statistics/contract.ts';

/** What the value of a metric is: a share of persons, or events per person. */
export const statistic = z.enum(['proportion', 'count']);
export type Statistic = z.infer<typeof statistic>;
/** `largest` that the value can be. `evidence`: the code of a result where the evidence that its kind asks for is missing. */
export const statisticTraits = {
  proportion: { largest: 1, evidence: 'high_loss' },
  count: { largest: Number.POSITIVE_INFINITY, evidence: 'high_p_value' },
} as const satisfies Record<Statistic, { largest: number; evidence: 'high_loss' | 'high_p_value' }>;

/** The kinds of metrics. */
export const insight = z.enum(['FUNNELS', 'TRENDS']);
export type Insight = z.infer<typeof insight>;
export const defaultInsight: Insight = 'FUNNELS';
export const statisticOf = { FUNNELS: 'proportion', TRENDS: 'count' } as const satisfies Record<Insight, Statistic>;

/** Days that a person has from the first exposure to the last step of a funnel, where the metric does not say. */
export const defaultWindowDays = 14;

export const metricProperties = z.array(propertyFilter);

/** An event of a metric: `id` is its name, null any event. In a funnel the steps are in the order of `order`. */
const metricEvent = z.looseObject({
  id: z.string().nullish(),
  name: z.string().nullish(),
  order: z.number().nullish(),
  properties: metricProperties.nullish(),
});
const actionIdRule = 'must be the id of an action';
/** An action of a metric: `id` is the action's. */
const metricAction = z.looseObject({
  id: z.union([z.int(), z.string().regex(/^\d{1,15}$/, actionIdRule)], actionIdRule),
  name: z.string().nullish(),
  order: z.number().nullish(),
  properties: metricProperties.nullish(),
});

/**
 * What is measured, as far as its keys are known; all others are kept. A funnel (the default) succeeds for a person who does all
 * steps in order within `funnel_window_days` (14) of the exposure; a trend counts the events that match any entry, each once.
 * `properties` hold for every entry.
 */
export const metricFilters = z
  .looseObject({
    insight: insight.nullish(),
    events: z.array(metricEvent).max(20).nullish(),
    actions: z.array(metricAction).max(20).nullish(),
    properties: metricProperties.nullish(),
    funnel_window_days: z.number().positive().max(3650).nullish(),
    direction: direction.nullish(),
  })
  .meta({ id: 'ExperimentMetric' });
export type MetricFilters = z.infer<typeof metricFilters>;
