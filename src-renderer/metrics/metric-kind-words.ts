import type { MetricKind } from '#server/experiments/metrics/options-contract.ts';

/** What a metric measures, in words. `property` is summed; null: events are counted. */
type Total = { entries: readonly string[]; where: string; property: string | null };
type Measured = Total & {
  /** "14 days"; null up to the end of the run. */
  window: string | null;
  denominator: Total | null;
  returnDays: readonly [first: number, last: number] | null;
};

type KindWords = {
  label: string;
  /** What it measures, in a sentence. */
  hint: string;
  /** Whether its entries are steps that are done in order, within the window of the metric. */
  isOrdered: boolean;
  /** An entry, and the button that adds one. */
  entry: string;
  add: string;
  /** The entries of a metric, for assistive tools; `of` is "the primary metric". */
  entriesOf(of: string): string;
  /** What stands before an entry, from 0. */
  place(index: number): string;
  /** Between entries, in a line. */
  joint: string;
  phrase(measured: Measured): string;
};

const anyOf = {
  isOrdered: false,
  entry: 'entry',
  add: 'Add event',
  entriesOf: (of: string) => `What ${of} counts`,
  place: (index: number) => (index === 0 ? '' : 'or'),
  joint: ' or ',
};

const within = (window: string | null) => (window === null ? '' : ` within ${window} of exposure`);
const propertyName = (property: string | null) => property || '…';
const totalOf = ({ entries, property, where }: Total) =>
  `${property === null ? 'number of' : `sum of ${propertyName(property)} of`} ${entries.join(' or ') || '…'}${where}`;
const daysText = (first: number, last: number) => (first === last ? `day ${first}` : `days ${first} to ${last}`);

/** What the kinds of metrics are called and ask for. */
export const metricKinds: Record<MetricKind, KindWords> = {
  conversion: {
    label: 'Conversion',
    hint: 'The share of people who complete all steps, in this order.',
    isOrdered: true,
    entry: 'step',
    add: 'Add step',
    entriesOf: (of) => `Steps of ${of}`,
    place: (index) => String(index + 1),
    joint: ' → ',
    phrase: ({ entries, window, where }) =>
      `share of people who do ${entries.join(', then ')}${within(window)}${where}`,
  },
  mean_count: {
    ...anyOf,
    label: 'Events per person',
    hint: 'The mean number of events per person. An event that matches several entries counts once.',
    phrase: ({ entries, window, where }) => `events per person: ${entries.join(anyOf.joint)}${within(window)}${where}`,
  },
  mean_property: {
    ...anyOf,
    label: 'Mean of a property',
    hint: 'A numeric property of the events, such as revenue: the sum per person, on average.',
    phrase: ({ entries, window, where, property }) =>
      `sum of ${propertyName(property)} per person: ${entries.join(anyOf.joint)}${within(window)}${where}`,
  },
  ratio: {
    ...anyOf,
    label: 'Ratio',
    hint: 'One total of all people divided by another, such as revenue per order.',
    phrase: ({ window, denominator, ...numerator }) =>
      `${totalOf(numerator)}, divided by ${totalOf(denominator ?? { entries: [], where: '', property: null })}${within(window)}`,
  },
  retention: {
    ...anyOf,
    label: 'Retention',
    hint: 'The share of people who come back: who do any of these events some days after their exposure.',
    phrase: ({ entries, where, returnDays }) =>
      `share of people who do ${entries.join(anyOf.joint)} on ${daysText(...(returnDays ?? [0, 0]))} after exposure${where}`,
  },
};
