import type { Evaluation } from '#server/flags/evaluation/evaluation-contract.ts';
import { formatPercent } from '../../ui/format.ts';

/** Where a flag's hashes lie, and against what: all numbers in [0, 1], ready for an axis. */
export type Positions = {
  hash: number;
  /** Of the condition that decided; null when none came as far as its rollout. `all` where it takes everybody. */
  rollout: { limit: number; all: boolean; condition: number; within: boolean } | null;
  /** Whether it was the hash that chose the variant: the value is on, and neither a condition nor an override fixed it. */
  isSplit: boolean;
  variants: VariantSegment[];
  variantHash: number | null;
};
export type VariantSegment = { key: string; low: number; high: number; isHit: boolean };

/** What the bucketing line draws; null when nothing was hashed. */
export function positionsOf(evaluation: Evaluation): Positions | null {
  const { bucketing, reason, conditions } = evaluation;
  if (bucketing === null) return null;
  const condition = conditions.find(({ index }) => index === reason.condition_index);
  const { hash, variant_hash: variantHash } = bucketing;
  return {
    hash,
    rollout: condition === undefined ? null : rolloutOf(condition, reason.code === 'condition_match'),
    isSplit: reason.code === 'condition_match' && condition?.variant === null,
    variants: bucketing.boundaries.map((bounds) => ({
      ...bounds,
      isHit: variantHash !== null && variantHash >= bounds.low && variantHash < bounds.high,
    })),
    variantHash,
  };
}

function rolloutOf({ index, rollout_percentage: percent }: Evaluation['conditions'][number], within: boolean) {
  const limit = percent === null ? 1 : percent / 100;
  return { limit, all: limit >= 1, condition: index + 1, within };
}

/** For CSS: where on its axis a position lies. What lies outside, by rounding, is drawn at the end. */
export function axisPercent(position: number): string {
  return `${Number((Math.min(1, Math.max(0, position)) * 100).toFixed(4))}%`;
}

/** "0.4213": four digits, or as many as it takes to tell the position from each of `limits` that it differs from. */
export function positionText(position: number, limits: readonly number[] = []): string {
  for (let digits = 4; digits < 16; digits += 1) {
    const text = position.toFixed(digits);
    if (limits.every((limit) => limit === position || limit.toFixed(digits) !== text)) return text;
  }
  return String(position);
}

/** "50%", "33.3333%": as many digits as were set, at most four. */
export function percentText(percent: number): string {
  return formatPercent(percent / 100, 4);
}
