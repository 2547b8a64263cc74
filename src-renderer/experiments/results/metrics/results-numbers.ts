import { controlKey } from '#server/experiments/contract.ts';
import type { MetricKind } from '#server/experiments/metrics/kind-contract.ts';
import type { Evidence, EvidenceAgainst } from '#server/experiments/results/judge/evidence-contract.ts';
import type { Interval, MetricResult, VariantResult } from '#server/experiments/results/results-contract.ts';
import type { Verdict } from '#server/experiments/results/verdict/verdict-contract.ts';
import { valueFormats } from '../../../metrics/metric-kind-words.ts';
import { decimalsFor, ends, fixed, plain, signed, widthOf } from '../../../metrics/numbers.ts';

/** What the value of a metric is, such as a share of people or events per person. */
export type Unit = { kind: MetricKind };

const formatOf = ({ kind }: Unit) => valueFormats[kind];

/** Returns the unit of a result's values. */
export const unitOf = ({ metric }: Pick<MetricResult, 'metric'>): Unit => ({
  kind: metric?.kind ?? 'conversion',
});

/** Formats a value of a metric: "12.3%", "1.24". */
export const valueText = (unit: Unit, value: number, interval?: Interval): string =>
  formatOf(unit).value(value, interval);

/** Returns "10.1 to 14.7%", "1.02 to 1.46". */
export const valueIntervalText = (unit: Unit, interval: Interval): string => formatOf(unit).interval(interval);

/** Returns the value by person that the page shows; a dash without people. */
export const shownValue = (unit: Unit, { value, interval }: Pick<Evidence, 'value' | 'interval'>): string =>
  value === null ? '–' : valueText(unit, value, interval ?? undefined);

/** Formats what was counted of a variant: successes, events or a sum. */
export const countText = (unit: Unit, { count }: Pick<Evidence, 'count'>): string => formatOf(unit).count(count);

/** Returns what the value is, as the name of an axis or column: "Events per person". */
export const unitName = (unit: Unit): string => formatOf(unit).unit;

export const shownInterval = (unit: Unit, { interval }: Evidence): string =>
  interval === null ? '–' : valueIntervalText(unit, interval);

/** Returns "+12.3%" of 0.123; a dash where there is none. */
export function liftText(lift: number | null, interval: Interval | null): string {
  if (lift === null) return '–';
  return `${signed(lift * 100, liftDecimals(lift, interval))}%`;
}

/** Returns "−2.1 to +22.5%". */
export function liftIntervalText(interval: Interval | null): string {
  if (interval === null) return '–';
  return `${ends(interval, (end) => signed(end * 100, decimalsFor(widthOf(interval) * 100)))}%`;
}

const liftDecimals = (lift: number, interval: Interval | null) =>
  decimalsFor(interval === null ? Math.abs(lift) * 100 : widthOf(interval) * 100);

/** Formats an absolute difference: "+1.4 points" (percentage points) or "+0.12". */
export const differenceText = (unit: Unit, difference: number, interval: Interval): string =>
  formatOf(unit).difference(difference, interval);

/** Returns "−0.2 to +3.0 points". */
export const differenceIntervalText = (unit: Unit, interval: Interval | null): string =>
  interval === null ? '–' : formatOf(unit).differenceInterval(interval);

/** Formats a chance, never as quite 0 or 1: "98.2%", "> 99.9%", "< 0.1%". */
export function chanceText(chance: number): string {
  if (chance > 0.999) return '> 99.9%';
  if (chance < 0.001) return '< 0.1%';
  return `${fixed(chance * 100, 1)}%`;
}

/** Returns "0.034", "< 0.0001". */
export function pText(p: number): string {
  if (p < 0.0001) return '< 0.0001';
  return p < 0.001 ? p.toFixed(4) : p.toFixed(3);
}

/** Describes how a variant compares with control, each a dash where it does not; `p` with the adjusted one in parentheses. */
export function comparisonTexts(versus: EvidenceAgainst | null) {
  return {
    lift: liftText(versus?.lift ?? null, versus?.lift_interval ?? null),
    interval: liftIntervalText(versus?.lift_interval ?? null),
    alwaysValid: liftIntervalText(versus?.always_valid_interval ?? null),
    p: versus === null ? '–' : `${pText(versus.p_value)} (${pText(versus.p_value_adjusted)})`,
  };
}

/** Returns "= 0.034", "< 0.0001", to follow "p". */
export function pWords(p: number): string {
  return p < 0.0001 ? pText(p) : `= ${pText(p)}`;
}

/** Keeps a number and its sign on one line. */
export const unbroken = (text: string) => text.replaceAll(/ (?=[%<>=])|(?<=[<>=]) /g, '\u00a0');

/** Returns a share of a whole of people: "14.2%"; a dash of nobody. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${fixed((part / whole) * 100, 1)}%`;
}

/** Formats a number in the working with all the digits that a recalculation compares. */
export function exactText(value: number): string {
  if (Number.isInteger(value)) return fixed(value, 0);
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e7) return value.toExponential(4).replace('-', '−');
  return Number(value.toPrecision(6)).toString().replace('-', '−');
}

/** Returns what was counted of a variant: successes of a funnel, events of a trend. */
export function countOf(variant: Pick<VariantResult, 'success_count' | 'count'>): number {
  return variant.success_count ?? variant.count ?? 0;
}

/** Returns "1 person", "1,234 people". */
export function countWords(count: number, one: string, many: string): string {
  return `${plain(count, 0)} ${count === 1 ? one : many}`;
}

/** Formats a tick of an axis of lifts: "+20%", "0%". */
export function axisPercent(lift: number): string {
  return `${signed(lift * 100, Math.abs(lift) < 0.1 && !Number.isInteger(Number((lift * 100).toFixed(6))) ? 1 : 0)}%`;
}

/** Formats a tick of an axis of values. */
export const axisValue = (unit: Unit, value: number, span: number): string => formatOf(unit).tick(value, span);

export function controlOf<One extends { key: string }>({ variants }: { variants: readonly One[] }): One | undefined {
  return variants.find(({ key }) => key === controlKey);
}

type Judged<One> = { variants: readonly One[]; verdict: Pick<Verdict, 'variant'> };

/** Returns the test variant that the verdict is about. */
export function bestTest<One extends { key: string }>({ variants, verdict }: Judged<One>): One | undefined {
  return variants.find(({ key }) => key === verdict.variant);
}

/** Returns the lift of a variant with its intervals; null each where it is not compared with control. */
export function liftsOf(versus: EvidenceAgainst | null) {
  const { lift = null, lift_interval: interval = null, always_valid_interval: sequential = null } = versus ?? {};
  return { lift, interval, sequential };
}
