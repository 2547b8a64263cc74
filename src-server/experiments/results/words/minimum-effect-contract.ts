import type { EvidenceAgainst } from '../judge/evidence-contract.ts';
import type { MetricResult } from '../results-contract.ts';

type Standing = NonNullable<EvidenceAgainst['minimum_effect']>;

/** A lift against the smallest effect that matters, `least`: "2%". */
const standings = {
  beyond: {
    short: (least) => `beyond ±${least}`,
    sentence: (least) => `The lift is beyond ±${least}, the smallest effect that matters.`,
  },
  below: {
    short: (least) => `within ±${least}`,
    sentence: (least) => `The lift is within ±${least}, so it is too small to matter.`,
  },
  open: {
    short: (least) => `±${least} not decided`,
    sentence: (least) => `It is not decided whether the lift reaches ±${least}, the smallest effect that matters.`,
  },
} satisfies Record<Standing, { short(least: string): string; sentence(least: string): string }>;

type Words = { short: string; sentence: string };

/**
 * Returns where the lift of a variant stands, in words; null where the metric sets no smallest effect, or the lift has no
 * interval.
 */
export function minimumEffectOf(
  { metric }: Pick<MetricResult, 'metric'>,
  versus: Pick<EvidenceAgainst, 'minimum_effect'> | null,
): Words | null {
  const least = metric?.minimum_effect ?? null;
  if (least === null || versus === null || versus.minimum_effect === null) return null;
  const { short, sentence } = standings[versus.minimum_effect];
  return { short: short(`${least}%`), sentence: sentence(`${least}%`) };
}

/** Returns the lifts that are too small to matter, as a share; null where the metric sets none. */
export function tooSmall({ metric }: Pick<MetricResult, 'metric'>): [low: number, high: number] | null {
  const least = metric?.minimum_effect ?? null;
  return least === null ? null : [-least / 100, least / 100];
}
