import { controlKey, type Insight } from '#server/experiments/contract.ts';
import type { Interval, MetricResult, VariantResult } from '#server/experiments/results/results-contract.ts';

/** What the value of a metric is: a share of people, or events per person. */
export type Unit = { insight: Insight };

/**
 * How many decimals show a number of this size, or an interval of this width: two digits that count, so that a wide interval does
 * not pretend to be exact and a narrow one is not rounded to nothing.
 */
function decimalsFor(size: number): number {
  if (!(size > 0)) return 1;
  if (size >= 100) return 0;
  return Math.min(4, Math.max(1, 1 - Math.floor(Math.log10(size))));
}

const widthOf = ([low, high]: Interval) => high - low;

function plain(value: number, decimals: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** With a real minus sign, and none before a zero. */
function fixed(value: number, decimals: number): string {
  const size = plain(Math.abs(value), decimals);
  return value < 0 && /[1-9]/.test(size) ? `−${size}` : size;
}

/** As `fixed`, with a plus sign where it is more than zero. */
function signed(value: number, decimals: number): string {
  const text = fixed(value, decimals);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** "12.3%" of 0.123; `interval` says how exactly it is known. */
function percentText(share: number, interval?: Interval): string {
  return `${fixed(share * 100, decimalsFor(interval === undefined ? Math.abs(share) * 100 : widthOf(interval) * 100))}%`;
}

/** A value of a metric: "12.3%", "1.24". */
export function valueText({ insight }: Unit, value: number, interval?: Interval): string {
  if (insight === 'FUNNELS') return percentText(value, interval);
  return fixed(value, decimalsOfCount(value, interval));
}

/** "10.1 to 14.7%", "1.02 to 1.46". */
export function valueIntervalText({ insight }: Unit, interval: Interval): string {
  const [low, high] = interval;
  if (insight === 'TRENDS') {
    const decimals = decimalsOfCount(high, interval);
    return `${fixed(low, decimals)} to ${fixed(high, decimals)}`;
  }
  const decimals = decimalsFor(widthOf(interval) * 100);
  return `${fixed(low * 100, decimals)} to ${fixed(high * 100, decimals)}%`;
}

const decimalsOfCount = (value: number, interval?: Interval) =>
  Math.max(2, decimalsFor(interval === undefined ? Math.abs(value) : widthOf(interval)));

/** "+12.3%" of 0.123; a dash where there is none. */
export function liftText(lift: number | null, interval: Interval | null): string {
  if (lift === null) return '–';
  return `${signed(lift * 100, liftDecimals(lift, interval))}%`;
}

/** "−2.1 to +22.5%". */
export function liftIntervalText(interval: Interval | null): string {
  if (interval === null) return '–';
  const decimals = decimalsFor(widthOf(interval) * 100);
  return `${signed(interval[0] * 100, decimals)} to ${signed(interval[1] * 100, decimals)}%`;
}

const liftDecimals = (lift: number, interval: Interval | null) =>
  decimalsFor(interval === null ? Math.abs(lift) * 100 : widthOf(interval) * 100);

/** An absolute difference: "+1.4 points" (percentage points) or "+0.12". */
export function differenceText(unit: Unit, difference: number, interval: Interval): string {
  if (unit.insight === 'TRENDS') return signed(difference, decimalsOfCount(difference, interval));
  return `${signed(difference * 100, decimalsFor(widthOf(interval) * 100))} points`;
}

/** "−0.2 to +3.0 points". */
export function differenceIntervalText(unit: Unit, interval: Interval | null): string {
  if (interval === null) return '–';
  const [low, high] = interval;
  if (unit.insight === 'TRENDS') {
    const decimals = decimalsOfCount(high, interval);
    return `${signed(low, decimals)} to ${signed(high, decimals)}`;
  }
  const decimals = decimalsFor(widthOf(interval) * 100);
  return `${signed(low * 100, decimals)} to ${signed(high * 100, decimals)} points`;
}

/** A chance, which is never quite 0 or 1: "98.2%", "> 99.9%", "< 0.1%". */
export function chanceText(chance: number): string {
  if (chance > 0.999) return '> 99.9%';
  if (chance < 0.001) return '< 0.1%';
  return `${fixed(chance * 100, 1)}%`;
}

/** "0.034", "< 0.0001". */
export function pText(p: number): string {
  if (p < 0.0001) return '< 0.0001';
  return p < 0.001 ? p.toFixed(4) : p.toFixed(3);
}

/** "= 0.034", "< 0.0001", to follow "p". */
export function pWords(p: number): string {
  return p < 0.0001 ? pText(p) : `= ${pText(p)}`;
}

/** A share of a whole of people: "14.2%"; a dash of nobody. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${fixed((part / whole) * 100, 1)}%`;
}

/** A number in the working: all the digits that somebody who recalculates it compares. */
export function exactText(value: number): string {
  if (Number.isInteger(value)) return fixed(value, 0);
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e7) return value.toExponential(4).replace('-', '−');
  return Number(value.toPrecision(6)).toString().replace('-', '−');
}

/** What was counted of a variant: successes of a funnel, events of a trend. */
export function countOf(variant: Pick<VariantResult, 'success_count' | 'count'>): number {
  return variant.success_count ?? variant.count ?? 0;
}

/** "1 person", "1,234 people". */
export function countWords(count: number, one: string, many: string): string {
  return `${plain(count, 0)} ${count === 1 ? one : many}`;
}

/** A tick of an axis of lifts: "+20%", "0%". */
export function axisPercent(lift: number): string {
  return `${signed(lift * 100, Math.abs(lift) < 0.1 && !Number.isInteger(Number((lift * 100).toFixed(6))) ? 1 : 0)}%`;
}

/** A tick of an axis of values. */
export function axisValue({ insight }: Unit, value: number, span: number): string {
  return insight === 'FUNNELS'
    ? `${fixed(value * 100, span < 0.05 ? 1 : 0)}%`
    : fixed(value, span < 0.5 ? 2 : span < 5 ? 1 : 0);
}

export function controlOf({ variants }: MetricResult): VariantResult | undefined {
  return variants.find(({ key }) => key === controlKey);
}

/** The test variant that the verdict speaks of. */
export function bestTest({ variants, verdict }: MetricResult): VariantResult | undefined {
  return variants.find(({ key }) => key === verdict.variant);
}
