import { z } from 'zod';
import { addIssueAt } from '../../core/contract.ts';
import { direction } from '../../statistics/contract.ts';
import { metricEntries } from './entry-contract.ts';
import { type BenchtopFilters, benchtopFilters, type MetricKind } from './options-contract.ts';

/** What the value of a metric is: a share of persons, events per person, any number per person, or the ratio of two sums. */
export const statistic = z.enum(['proportion', 'count', 'mean', 'ratio']);
export type Statistic = z.infer<typeof statistic>;
/** `largest` that the value can be. `needsVariance`: whether a plan cannot do without the variance between people. */
export const statisticTraits = {
  proportion: { largest: 1, needsVariance: false },
  count: { largest: Number.POSITIVE_INFINITY, needsVariance: false },
  mean: { largest: Number.POSITIVE_INFINITY, needsVariance: true },
  ratio: { largest: Number.POSITIVE_INFINITY, needsVariance: true },
} as const satisfies Record<Statistic, { largest: number; needsVariance: boolean }>;

/** The kinds of metrics of the original. */
export const insight = z.enum(['FUNNELS', 'TRENDS']);
export type Insight = z.infer<typeof insight>;
export const defaultInsight: Insight = 'FUNNELS';
/** The statistic of the compatibility fields. */
export const statisticOf = { FUNNELS: 'proportion', TRENDS: 'count' } as const satisfies Record<Insight, Statistic>;
export type CompatibleStatistic = (typeof statisticOf)[Insight];
/** The code of a compatibility result where the evidence that its statistic asks for is missing. */
export const missingEvidence = {
  proportion: 'high_loss',
  count: 'high_p_value',
} as const satisfies Record<CompatibleStatistic, string>;

type Option = 'window_days' | 'property' | 'denominator' | 'return_days' | 'cap_share';
/**
 * `takes`: the options that it uses; `needs`: those that it cannot do without. `hasBefore`: whether a person has one number that the
 * time before the exposure can have too. `perDay`: whether a person has a value on each day, or one that comes once.
 */
type KindTraits = {
  insight: Insight;
  statistic: Statistic;
  takes: readonly Option[];
  needs: readonly Option[];
  hasBefore: boolean;
  perDay: 'repeated' | 'once' | null;
};
const ofPersons = ['window_days', 'cap_share'] as const;

/** What a metric of each kind is. `insight`: what the original's clients see, and the compatibility fields of a result are. */
export const kindTraits = {
  conversion: {
    insight: 'FUNNELS',
    statistic: 'proportion',
    takes: [],
    needs: [],
    hasBefore: true,
    perDay: 'once',
  },
  mean_count: {
    insight: 'TRENDS',
    statistic: 'count',
    takes: ofPersons,
    needs: [],
    hasBefore: true,
    perDay: 'repeated',
  },
  mean_property: {
    insight: 'TRENDS',
    statistic: 'mean',
    takes: [...ofPersons, 'property'],
    needs: ['property'],
    hasBefore: true,
    perDay: 'repeated',
  },
  ratio: {
    insight: 'TRENDS',
    statistic: 'ratio',
    takes: [...ofPersons, 'property', 'denominator'],
    needs: ['denominator'],
    hasBefore: false,
    perDay: null,
  },
  retention: {
    insight: 'FUNNELS',
    statistic: 'proportion',
    takes: ['return_days'],
    needs: ['return_days'],
    hasBefore: false,
    perDay: null,
  },
} as const satisfies Record<MetricKind, KindTraits>;

const kindOfInsight = { FUNNELS: 'conversion', TRENDS: 'mean_count' } as const satisfies Record<Insight, MetricKind>;

type Kinded = {
  insight?: Insight | null | undefined;
  benchtop?: { kind?: MetricKind | null | undefined } | null | undefined;
};
/** Returns the kind that filters say, or the one of their insight. */
export const kindOf = ({ insight, benchtop }: Kinded): MetricKind =>
  benchtop?.kind ?? kindOfInsight[insight ?? defaultInsight];

/** Days that a person has from the first exposure to the last step of a funnel, where the metric does not say. */
export const defaultWindowDays = 14;

/**
 * What is measured, as far as its keys are known; all others are kept. A funnel (the default) succeeds for a person who does all
 * steps in order within `funnel_window_days` (14) of the exposure; a trend counts the events that match any entry, each once.
 * `properties` hold for every entry. `benchtop`: the kind of the metric and its options. `direction`: of older clients, who do not
 * know `benchtop`.
 */
export const metricFilters = z
  .looseObject({
    insight: insight.nullish(),
    ...metricEntries,
    funnel_window_days: z.number().positive().max(3650).nullish(),
    direction: direction.nullish(),
    benchtop: benchtopFilters.nullish(),
  })
  .superRefine((filters, context) => {
    const add = (path: string[], message: string) => addIssueAt(context, path, message);
    const options = filters.benchtop ?? {};
    const kind = kindOf(filters);
    const traits: KindTraits = kindTraits[kind];
    if ((filters.insight ?? traits.insight) !== traits.insight)
      add(['insight'], `must be ${traits.insight} or left out, as the kind of the metric is ${kind}`);
    if (options.direction && filters.direction && options.direction !== filters.direction)
      add(['direction'], 'must be left out, or the same as benchtop.direction');
    for (const option of limited) {
      const isGiven = options[option] !== undefined && options[option] !== null;
      if (isGiven && !traits.takes.includes(option))
        add(['benchtop', option], `must be left out: a metric of the kind ${kind} does not use it`);
      if (!isGiven && traits.needs.includes(option))
        add(['benchtop', option], `must be given for a metric of the kind ${kind}`);
    }
    checkOptions(options, add);
  })
  .meta({ id: 'ExperimentMetric' });
export type MetricFilters = z.infer<typeof metricFilters>;

const limited: readonly Option[] = [...new Set(Object.values(kindTraits).flatMap(({ takes }) => takes))];

function checkOptions(
  { return_days: days, denominator }: BenchtopFilters,
  add: (path: string[], message: string) => void,
) {
  if (days && days[0] > days[1]) add(['benchtop', 'return_days'], 'must be two days, the first not after the last');
  if (denominator && [...(denominator.events ?? []), ...(denominator.actions ?? [])].length === 0)
    add(['benchtop', 'denominator'], 'must have an event or an action');
}
