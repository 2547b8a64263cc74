import {
  countWords,
  decimalsFor,
  digits,
  ends,
  fixed,
  type NumberRange,
  plain,
  rangeWidth,
  signed,
} from '../../core/text/numbers-contract.ts';

export type ValueFormat = {
  /** Multiplies a value for display and input; then its suffix, and an example. */
  whole: number;
  suffix: string;
  example: string;
  /** Largest valid input. */
  largest?: number;
  /** The unit, such as of an axis: "Events per person". */
  unit: string;
  /** "12.3%", "1.24"; `interval` sets the precision. */
  value(value: number, interval?: NumberRange): string;
  /** "10.1 to 14.7%", "1.02 to 1.46". */
  interval(interval: NumberRange): string;
  /** "+1.4 points" (percentage points), "+0.12"; and its interval. */
  difference(difference: number, interval: NumberRange): string;
  differenceInterval(interval: NumberRange): string;
  /** A tick of an axis as long as `span`. */
  tick(value: number, span: number): string;
  /** A value as a baseline: "12.3%", "0.42 per person". */
  figure(value: number): string;
  /** The source of a baseline; `people` in words. */
  meaning(counted: { events: number; successes: number | null }, people: string): string;
  /** The column header of a variant's count. */
  counted: string;
  count(count: number): string;
  /** A value with its count and people, in words. */
  ofPeople(value: string, count: string, people: string): string;
};

const decimalsOfShare = (interval: NumberRange) => decimalsFor(rangeWidth(interval) * 100);
const decimalsOfNumber = (value: number, interval?: NumberRange) =>
  Math.max(2, decimalsFor(interval === undefined ? Math.abs(value) : rangeWidth(interval)));

const countText = (count: number) => plain(count, 0);

export const sumText = (sum: number) => fixed(sum, Number.isInteger(sum) ? 0 : 2);

export const shareFormat = {
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
  count: countText,
  ofPeople: (value, count, people) => `${value} (${count} of ${people})`,
} satisfies Partial<ValueFormat>;

export const numberFormat = {
  whole: 1,
  suffix: '',
  value: (value, interval) => fixed(value, decimalsOfNumber(value, interval)),
  interval: (interval) => ends(interval, (end) => fixed(end, decimalsOfNumber(interval[1], interval))),
  difference: (difference, interval) => signed(difference, decimalsOfNumber(difference, interval)),
  differenceInterval: (interval) => ends(interval, (end) => signed(end, decimalsOfNumber(interval[1], interval))),
  tick: (value, span) => fixed(value, span < 0.5 ? 2 : span < 5 ? 1 : 0),
  figure: digits,
  meaning: ({ events }, people) => `${countWords(events, 'event')} of ${people}`,
  counted: 'Events',
  count: countText,
} satisfies Partial<ValueFormat>;

export const perPersonFormat = {
  ...numberFormat,
  suffix: ' per person',
  figure: (value) => `${digits(value)} per person`,
} satisfies Partial<ValueFormat>;
