import { z } from 'zod';
import { addIssueAt, type JsonObject } from '../../core/contract.ts';
import { direction } from '../../statistics/contract.ts';
import { hasEntries, metricEntries } from './entry-contract.ts';
import {
  defaultInsight,
  type Insight,
  insight,
  type KindTraits,
  kindOfInsight,
  kindTraits,
  type MetricKind,
  type Option,
} from './kind-contract.ts';
import {
  type BenchtopFilters,
  benchtopFilters,
  directionOf,
  requireKnownOptions,
  windowDaysInput,
} from './options-contract.ts';

type Kinded = {
  insight?: Insight | null | undefined;
  benchtop?: { kind?: MetricKind | null | undefined } | null | undefined;
};
/** Returns the kind that filters say, or the one of their insight. */
export const metricKindOf = ({ insight, benchtop }: Kinded): MetricKind =>
  benchtop?.kind ?? kindOfInsight[insight ?? defaultInsight];

/** Days that a person has from the first exposure to the last step of a funnel, where the metric does not say. */
export const defaultWindowDays = 14;

/**
 * The known keys of a metric; all others are kept. A funnel (the default) succeeds for a person who does all steps in order within
 * `funnel_window_days` (`defaultWindowDays`) of the exposure; a trend counts the events that match any entry, each once.
 * `properties` hold for every entry. `benchtop`: the kind of the metric and its options. `direction`: of older clients, who do not
 * know `benchtop`.
 */
export const metricFilters = z
  .looseObject({
    insight: insight.nullish(),
    ...metricEntries,
    funnel_window_days: windowDaysInput.nullish(),
    direction: direction.nullish(),
    benchtop: benchtopFilters.nullish(),
  })
  .superRefine((filters, context) => {
    const add = (path: string[], message: `must ${string}`) => addIssueAt(context, path, message);
    const options = filters.benchtop ?? {};
    const kind = metricKindOf(filters);
    const traits: KindTraits = kindTraits[kind];
    if ((filters.insight ?? traits.insight) !== traits.insight)
      add(['insight'], `must be ${traits.insight} or omitted, as the kind of the metric is ${kind}`);
    if (options.direction && filters.direction && options.direction !== filters.direction)
      add(['direction'], 'must be omitted, or the same as benchtop.direction');
    for (const option of limited) {
      const isGiven = options[option] !== undefined && options[option] !== null;
      if (isGiven && !traits.takes.includes(option))
        add(['benchtop', option], `must be omitted: a metric of the kind ${kind} does not use it`);
      if (!isGiven && traits.needs.includes(option))
        add(['benchtop', option], `must be given for a metric of the kind ${kind}`);
    }
    checkOptions(options, add);
  })
  .meta({ id: 'ExperimentMetric' });
export type MetricFilters = z.infer<typeof metricFilters>;

/** Reports whether filters of any origin count something; those that cannot be read do not. */
export const hasMetric = (filters: JsonObject): boolean => hasEntries(metricFilters.safeParse(filters).data ?? {});

/** The filters of a metric as they are sent: `metricFilters` also reads stored ones with options that do not exist. */
export const sentMetric = metricFilters.superRefine(({ benchtop }, context) => requireKnownOptions(context, benchtop));

/**
 * The filters of a metric in a request. `metricFilters` also reads those stored before these rules. Retention begins on day 1: on
 * day 0 everyone is there for the exposure.
 */
export const writtenMetric = sentMetric.superRefine((filters, context) => {
  const { minimum_effect: effect, return_days: days, property, denominator } = filters.benchtop ?? {};
  const add = (path: PropertyKey[], message: `must ${string}`) => addIssueAt(context, ['benchtop', ...path], message);
  // Only sums of a property can be negative.
  const canBeNegative = Boolean(property ?? denominator?.property);
  if (directionOf(filters) === 'decrease' && !canBeNegative && (effect ?? 0) >= 100)
    add(['minimum_effect'], 'must be below 100 for a decrease, since this metric cannot fall below 0');
  if (days?.[0] === 0) add(['return_days', 0], 'must be day 1 or later, which begins 24 hours after the exposure');
});

const limited: readonly Option[] = [...new Set(Object.values(kindTraits).flatMap(({ takes }) => takes))];

function checkOptions(
  { return_days: days, denominator }: BenchtopFilters,
  add: (path: string[], message: `must ${string}`) => void,
) {
  if (days && days[0] > days[1]) add(['benchtop', 'return_days'], 'must be two days, the first not after the last');
  if (denominator && !hasEntries(denominator)) add(['benchtop', 'denominator'], 'must have an event or an action');
}
