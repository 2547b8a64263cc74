import { fixed, signed } from '#server/core/text/numbers-contract.ts';
import { type MetricKind, valueFormats } from '#server/experiments/metrics/kind-contract.ts';
import type { Evidence, EvidenceAgainst } from '#server/experiments/results/judge/evidence-contract.ts';
import type { Interval, VariantResult } from '#server/experiments/results/results-contract.ts';
import { liftIntervalText, liftText, pText } from '#server/experiments/results/words/result-text-contract.ts';

export const shownInterval = (kind: MetricKind, { interval }: Evidence): string =>
  interval === null ? '–' : valueFormats[kind].interval(interval);

/** Returns "−0.2 to +3.0 points". */
export const differenceIntervalText = (kind: MetricKind, interval: Interval | null): string =>
  interval === null ? '–' : valueFormats[kind].differenceInterval(interval);

/** Formats the chance to win, never as quite 0 or 1: "98.2%", "> 99.9%", "< 0.1%"; a dash where there is none. */
export function chanceText(versus: Pick<EvidenceAgainst, 'shrunken'> | null): string {
  const chance = versus?.shrunken?.chance_to_win;
  if (chance === undefined) return '–';
  if (chance > 0.999) return '> 99.9%';
  if (chance < 0.001) return '< 0.1%';
  return `${fixed(chance * 100, 1)}%`;
}

/** Describes how a variant compares with control, each a dash where it does not; `p` with the adjusted one in parentheses. */
export function comparisonTexts(versus: EvidenceAgainst | null) {
  return {
    lift: liftText(versus?.lift ?? null, versus?.lift_interval ?? null),
    interval: liftIntervalText(versus?.lift_interval ?? null),
    alwaysValid: liftIntervalText(versus?.always_valid_interval ?? null),
    p: versus === null ? '–' : `${pText(versus.p_value)} (${pText(versus.p_value_adjusted)})`,
    chance: chanceText(versus),
  };
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

/** Formats a tick of an axis of lifts: "+20%", "0%". */
export function liftTick(lift: number): string {
  return `${signed(lift * 100, Math.abs(lift) < 0.1 && !Number.isInteger(Number((lift * 100).toFixed(6))) ? 1 : 0)}%`;
}

/** Returns the lift of a variant with its intervals; null each where it is not compared with control. */
export function liftsOf(versus: EvidenceAgainst | null) {
  const { lift = null, lift_interval: interval = null, always_valid_interval: sequential = null } = versus ?? {};
  return { lift, interval, sequential };
}
