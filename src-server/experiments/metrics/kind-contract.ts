import { z } from 'zod';
import { plain } from '../../core/text/numbers-contract.ts';
import { numberFormat, perPersonFormat, shareFormat, sumText, type ValueFormat } from './value-text-contract.ts';

/**
 * `conversion`: share of people who do all steps in order. `mean_count`: events per person. `mean_property`: sum of a numeric
 * property per person. `ratio`: of two sums over the people. `retention`: share of people who come back in some days.
 */
export const metricKind = z.enum(['conversion', 'mean_count', 'mean_property', 'ratio', 'retention']);
export type MetricKind = z.infer<typeof metricKind>;

/** The kind of value of a metric: a share of persons, events per person, any number per person, or the ratio of two sums. */
export const statistic = z.enum(['proportion', 'count', 'mean', 'ratio']);
export type Statistic = z.infer<typeof statistic>;
const active = 'people with a value other than 0';
/**
 * `largest`: of the value. `needsVariance`: whether a plan needs the variance between people. `conversions`: the word for those
 * that a verdict needs.
 */
export const statisticTraits = {
  proportion: { largest: 1, needsVariance: false, conversions: 'conversions' },
  count: { largest: Number.POSITIVE_INFINITY, needsVariance: false, conversions: active },
  mean: { largest: Number.POSITIVE_INFINITY, needsVariance: true, conversions: active },
  ratio: { largest: Number.POSITIVE_INFINITY, needsVariance: true, conversions: active },
} as const satisfies Record<Statistic, { largest: number; needsVariance: boolean; conversions: string }>;

/** The kinds of metrics of the original. */
export const insight = z.enum(['FUNNELS', 'TRENDS']);
export type Insight = z.infer<typeof insight>;
export const defaultInsight: Insight = 'FUNNELS';
export const statisticOf = { FUNNELS: 'proportion', TRENDS: 'count' } as const satisfies Record<Insight, Statistic>;
export type CompatibleStatistic = (typeof statisticOf)[Insight];
/** The code of a compatibility result without the evidence for its statistic. */
export const missingEvidence = {
  proportion: 'high_loss',
  count: 'high_p_value',
} as const satisfies Record<CompatibleStatistic, string>;

export type Option = 'window_days' | 'property' | 'denominator' | 'return_days' | 'cap_share';
/**
 * `takes`: the options that it uses; `needs`: those that it requires. `hasBefore`: whether a person has one number that the
 * time before the exposure can have too. `perDay`: whether a person has a value on each day, or one that comes once.
 */
export type KindTraits = {
  insight: Insight;
  statistic: Statistic;
  takes: readonly Option[];
  needs: readonly Option[];
  hasBefore: boolean;
  perDay: 'repeated' | 'once' | null;
};
const ofPersons = ['window_days', 'cap_share'] as const;

/**
 * The traits of each kind of metric. `insight`: the type that clients of the original see, and that of the compatibility fields.
 */
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

export const kindOfInsight = { FUNNELS: 'conversion', TRENDS: 'mean_count' } as const satisfies Record<
  Insight,
  MetricKind
>;

export const valueFormats: Record<MetricKind, ValueFormat> = {
  conversion: {
    ...shareFormat,
    unit: 'Share of people',
    counted: 'Successes',
    meaning: ({ successes }, people) => `${plain(successes ?? 0, 0)} of ${people} did it`,
  },
  mean_count: {
    ...perPersonFormat,
    unit: 'Events per person',
    example: '0.5 per person',
    ofPeople: (value, count, people) => `${value} per person (${count} by ${people})`,
  },
  mean_property: {
    ...perPersonFormat,
    unit: 'Sum per person',
    example: '5 per person',
    counted: 'Sum',
    count: sumText,
    ofPeople: (value, sum, people) => `${value} per person (a sum of ${sum} by ${people})`,
  },
  ratio: {
    ...numberFormat,
    unit: 'Ratio',
    example: '2.5',
    counted: 'Numerator',
    count: sumText,
    ofPeople: (value, _, people) => `${value} (${people})`,
  },
  retention: {
    ...shareFormat,
    unit: 'Share that came back',
    counted: 'Came back',
    meaning: ({ successes }, people) => `${plain(successes ?? 0, 0)} of ${people} came back`,
  },
};
