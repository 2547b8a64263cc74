import { decimalsFor, ends, rangeWidth, signed } from '../../../core/text/numbers-contract.ts';
import { controlKey } from '../../contract.ts';
import { type MetricKind, valueFormats } from '../../metrics/kind-contract.ts';
import type { Evidence } from '../judge/evidence-contract.ts';
import type { Interval, MetricResult } from '../results-contract.ts';
import type { Verdict } from '../verdict/verdict-contract.ts';

/** Returns the kind of a result's metric, which decides the unit of its values. */
export const kindOfResult = ({ metric }: Pick<MetricResult, 'metric'>): MetricKind => metric?.kind ?? 'conversion';

/** Formats a value of a metric: "12.3%", "1.24". */
export const valueText = (kind: MetricKind, value: number, interval?: Interval): string =>
  valueFormats[kind].value(value, interval);

/** Returns the value by person that the page shows; a dash without people. */
export const personValueText = (kind: MetricKind, { value, interval }: Pick<Evidence, 'value' | 'interval'>): string =>
  value === null ? '–' : valueText(kind, value, interval ?? undefined);

/** Formats what was counted of a variant: successes, events or a sum. */
export const countText = (kind: MetricKind, { count }: Pick<Evidence, 'count'>): string =>
  valueFormats[kind].count(count);

/** Returns "+12.3%" of 0.123; a dash where there is none. */
export function liftText(lift: number | null, interval: Interval | null): string {
  if (lift === null) return '–';
  return `${signed(lift * 100, liftDecimals(lift, interval))}%`;
}

/** Returns "−2.1 to +22.5%"; "−60 to over +10,000%" where almost nothing is known of a lift. */
export function liftIntervalText(interval: Interval | null): string {
  if (interval === null) return '–';
  const decimals = decimalsFor(rangeWidth(interval) * 100);
  return `${ends(interval, (end) => (end > largestLift ? `over ${signed(largestLift * 100, 0)}` : signed(end * 100, decimals)))}%`;
}

/** The largest end of an interval that is written; some have a hundred digits. */
const largestLift = 100;

const liftDecimals = (lift: number, interval: Interval | null) =>
  decimalsFor(interval === null ? Math.abs(lift) * 100 : rangeWidth(interval) * 100);

/** Formats an absolute difference: "+1.4 points" (percentage points) or "+0.12". */
export const differenceText = (kind: MetricKind, difference: number, interval: Interval): string =>
  valueFormats[kind].difference(difference, interval);

/** Returns "0.034", "< 0.0001". */
export function pText(p: number): string {
  if (p < 0.0001) return '< 0.0001';
  return p < 0.001 ? p.toFixed(4) : p.toFixed(3);
}

/** Returns "= 0.034", "< 0.0001", to follow "p". */
export function pWords(p: number): string {
  return p < 0.0001 ? pText(p) : `= ${pText(p)}`;
}

export function controlOf<One extends { key: string }>({ variants }: { variants: readonly One[] }): One | undefined {
  return variants.find(({ key }) => key === controlKey);
}

type Judged<One> = { variants: readonly One[]; verdict: Pick<Verdict, 'variant'> };

/** Returns the test variant that the verdict is about. */
export function bestTest<One extends { key: string }>({ variants, verdict }: Judged<One>): One | undefined {
  return variants.find(({ key }) => key === verdict.variant);
}
