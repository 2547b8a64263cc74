import { sumOf } from '#server/core/sum-contract.ts';
import type { FlagUsage } from '#server/flags/evaluation/evaluation-contract.ts';
import { clockTime, formatDayTime } from '../../ui/format.ts';
import { variantColor } from '../variants/variant-color.ts';

/** One value in the usage of a flag: `text` as the server counts it, its share of all in [0, 1]. */
export type UsageBand = { text: string; total: number; share: number };

/**
 * Returns the values that were served, in the order in which they are stacked: the flag's variants, plain on, variants that it
 * no longer has, and off on top.
 */
export function usageBands({ totals }: FlagUsage, variants: readonly string[]): UsageBand[] {
  const sum = sumOf(Object.values(totals));
  const gone = Object.keys(totals).filter((text) => text !== 'true' && text !== 'false' && !variants.includes(text));
  return [...variants, 'true', ...gone.sort(), 'false'].flatMap((text) => {
    const total = totals[text] ?? 0;
    return total === 0 ? [] : [{ text, total, share: total / sum }];
  });
}

/** Returns the fill of a band; that of off is hatched, so that it differs without color too. */
export function bandFill(text: string, variants: readonly string[]): string {
  if (text === 'true') return 'color-mix(in srgb, var(--ok) 62%, var(--surface))';
  if (text === 'false') return 'repeating-linear-gradient(135deg, var(--neutral) 0 1px, var(--neutral-soft) 1px 4px)';
  return variantColor(variants.indexOf(text));
}

/** Formats the start of a slice: the time of day, with the date where the span reaches into another. */
export function sliceTime(start: string, minutes: number): string {
  const date = new Date(start);
  return minutes < 1440 ? clockTime(date).slice(0, 5) : formatDayTime(date);
}
