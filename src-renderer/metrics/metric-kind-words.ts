import type { Insight, Statistic } from '#server/experiments/metrics/metric-contract.ts';
import type { Baseline } from '#server/experiments/planning/plan-contract.ts';
import type { Interval } from '#server/experiments/results/results-contract.ts';
import { decimalsFor, digits, ends, fixed, plain, signed, widthOf } from './numbers.ts';

type StatisticFormat = {
  /** A value times this is what people type and read; what stands behind it, and an example. */
  whole: number;
  suffix: string;
  example: string;
  /** The most that can be typed. */
  largest?: number;
  /** "12.3%", "1.24"; `interval` says how exactly it is known. */
  value(value: number, interval?: Interval): string;
  /** "10.1 to 14.7%", "1.02 to 1.46". */
  interval(interval: Interval): string;
  /** "+1.4 points" (percentage points), "+0.12"; and its interval. */
  difference(difference: number, interval: Interval): string;
  differenceInterval(interval: Interval): string;
  /** A tick of an axis as long as `span`. */
  tick(value: number, span: number): string;
  /** A value as a baseline: "12.3%", "0.42 per person". */
  figure(value: number): string;
  /** What a baseline was counted from; `people` in words. */
  meaning(baseline: Baseline, people: string): string;
  /** Who did it, where nobody did. */
  none: string;
  /** What is counted of a variant, as the head of a column. */
  counted: string;
  /** A value with its count and people, in words. */
  ofPeople(value: string, count: string, people: string): string;
  /** The test behind the p-value. */
  test: string;
};

const decimalsOfShare = (interval: Interval) => decimalsFor(widthOf(interval) * 100);
const decimalsOfCount = (value: number, interval?: Interval) =>
  Math.max(2, decimalsFor(interval === undefined ? Math.abs(value) : widthOf(interval)));

/** How the values of a metric are written. */
export const statisticFormats: Record<Statistic, StatisticFormat> = {
  proportion: {
    whole: 100,
    suffix: '%',
    example: '10%',
    largest: 100,
    value: (share, interval) =>
      `${fixed(share * 100, interval === undefined ? decimalsFor(Math.abs(share) * 100) : decimalsOfShare(interval))}%`,
    interval: (interval) => `${ends(interval, (end) => fixed(end * 100, decimalsOfShare(interval)))}%`,
    difference: (difference, interval) => `${signed(difference * 100, decimalsOfShare(interval))} points`,
    differenceInterval: (interval) => `${ends(interval, (end) => signed(end * 100, decimalsOfShare(interval)))} points`,
    tick: (share, span) => `${fixed(share * 100, span < 0.05 ? 1 : 0)}%`,
    figure: (share) => `${digits(share * 100)}%`,
    meaning: ({ successes }, people) => `${plain(successes ?? 0, 0)} of ${people} did it`,
    none: 'Nobody',
    counted: 'Successes',
    ofPeople: (value, count, people) => `${value} (${count} of ${people})`,
    test: 'two-sided comparison of two shares',
  },
  count: {
    whole: 1,
    suffix: ' per person',
    example: '0.5 per person',
    value: (value, interval) => fixed(value, decimalsOfCount(value, interval)),
    interval: (interval) => ends(interval, (end) => fixed(end, decimalsOfCount(interval[1], interval))),
    difference: (difference, interval) => signed(difference, decimalsOfCount(difference, interval)),
    differenceInterval: (interval) => ends(interval, (end) => signed(end, decimalsOfCount(interval[1], interval))),
    tick: (value, span) => fixed(value, span < 0.5 ? 2 : span < 5 ? 1 : 0),
    figure: (value) => `${digits(value)} per person`,
    meaning: ({ events }, people) => `${plain(events, 0)} ${events === 1 ? 'event' : 'events'} of ${people}`,
    none: 'None',
    counted: 'Events',
    ofPeople: (value, count, people) => `${value} per person (${count} by ${people})`,
    test: 'two-sided comparison of two Poisson rates',
  },
};

/** What is to be true of the simulated users of one variant. `truth` and `baseline` are percent of the people, or events per person. */
type SimulatedCase = { truth: number; baseline: number; effect: number; users: number };

type SimulatedKind = {
  /** What control's value is called, its unit, and what it is unless somebody says. */
  label: string;
  unit: string;
  baseline: number;
  /** Why it cannot be simulated; null where it can. */
  problem(simulated: SimulatedCase): string | null;
  /** The metric's steps that a user does, in order. `chance` is uniform and drawn before the variant is looked at. */
  does<Step>(steps: readonly Step[], truth: number, chance: number, random: () => number): Step[];
};

type MetricKind = {
  label: string;
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
  /** What is measured: `entries` in words, `window` is "14 days". */
  phrase(entries: readonly string[], window: string): string;
  simulated: SimulatedKind;
};

const maxEvents = 1_000_000;
const maxEventsOfPerson = 500;

/** What the kinds of metrics are called and ask for, and how the simulator does them. */
export const metricKinds: Record<Insight, MetricKind> = {
  FUNNELS: {
    label: 'Conversion',
    hint: 'The share of people who complete all steps, in this order.',
    isOrdered: true,
    entry: 'step',
    add: 'Add step',
    entriesOf: (of) => `Steps of ${of}`,
    place: (index) => String(index + 1),
    joint: ' → ',
    phrase: (entries, window) => `share of people who do ${entries.join(', then ')} within ${window} of exposure`,
    simulated: {
      label: 'Control: last step',
      unit: 'percent of the people',
      baseline: 20,
      problem: ({ truth, baseline, effect }) =>
        truth > 100
          ? `${baseline}% with ${effect}% more is ${Number(truth.toFixed(2))}%: over 100% of the people. Lower one of the two.`
          : null,
      // Each step is done by the same share of those who did the one before.
      does: (steps, truth, chance) => steps.filter((_, step) => chance < (truth / 100) ** ((step + 1) / steps.length)),
    },
  },
  TRENDS: {
    label: 'Count',
    hint: 'Events per person. An event that matches several entries counts once.',
    isOrdered: false,
    entry: 'entry',
    add: 'Add event',
    entriesOf: (of) => `What ${of} counts`,
    place: (index) => (index === 0 ? '' : 'or'),
    joint: ' or ',
    phrase: (entries) => `events per person: ${entries.join(' or ')}`,
    simulated: {
      label: 'Control: events per person',
      unit: 'events per person',
      baseline: 1,
      problem: ({ truth, users }) =>
        truth > maxEventsOfPerson || users * truth > maxEvents
          ? 'That is over 500 events per person, or over a million in all. Lower the effect, the baseline or the users.'
          : null,
      does: poisson,
    },
  },
};

/** Poisson of that mean, by inversion; which of the metric's events each one is, is drawn evenly. */
function poisson<Step>(steps: readonly Step[], mean: number, chance: number, random: () => number): Step[] {
  let count = 0;
  let probability = Math.exp(-mean);
  for (let sum = probability; chance >= sum && probability > 0; sum += probability) {
    count += 1;
    probability *= mean / count;
  }
  return Array.from({ length: count }, () => steps[Math.floor(random() * steps.length)]).filter(
    (step) => step !== undefined,
  );
}
