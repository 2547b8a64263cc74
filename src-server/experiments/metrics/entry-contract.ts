import { z } from 'zod';
import { propertyFilter } from '../../properties/contract.ts';

export const metricProperties = z.array(propertyFilter);

/** An event of a metric: `id` is its name, null any event. In a funnel the steps are in the order of `order`. */
const metricEvent = z.looseObject({
  id: z.string().nullish(),
  name: z.string().nullish(),
  order: z.number().nullish(),
  properties: metricProperties.nullish(),
});
const actionIdRule = 'must be the id of an action';
const metricAction = z.looseObject({
  id: z.union([z.int(), z.string().regex(/^\d{1,15}$/, actionIdRule)], actionIdRule),
  name: z.string().nullish(),
  order: z.number().nullish(),
  properties: metricProperties.nullish(),
});

/** The entries that a metric counts; `properties` hold for every entry. */
export const metricEntries = {
  events: z.array(metricEvent).max(20).nullish(),
  actions: z.array(metricAction).max(20).nullish(),
  properties: metricProperties.nullish(),
};

type Entries = { events?: readonly unknown[] | null | undefined; actions?: readonly unknown[] | null | undefined };

/** Reports whether there is an event or action to count. */
export const hasEntries = ({ events, actions }: Entries): boolean => [...(events ?? []), ...(actions ?? [])].length > 0;
