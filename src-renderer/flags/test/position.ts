import type { Evaluation } from '#server/flags/evaluation/evaluation-contract.ts';
import { formatPercent } from '../../ui/format.ts';

/** A flag's hashes and the limits they are compared with; all numbers are in [0, 1]. */
export type Positions = {
  hash: number;
  /** Of the deciding condition; null when no condition reached its rollout. `all` when it takes everyone. */
  rollout: { limit: number; all: boolean; condition: number; within: boolean } | null;
  /** Whether the hash chose the variant: the flag is on, and no condition or override fixed it. */
  isSplit: boolean;
  variants: VariantSegment[];
  variantHash: number | null;
};
export type VariantSegment = { key: string; low: number; high: number; isHit: boolean };

/** Returns what the bucketing line draws; null without a hash. */
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

/** Returns the CSS position on the axis, clamped to its ends. */
export function bucketingPercent(position: number): string {
  return `${Number((Math.min(1, Math.max(0, position)) * 100).toFixed(4))}%`;
}

/** Formats a position with four digits, or as many as tell it from each of the `limits` that it differs from. */
export function positionText(position: number, limits: readonly number[]): string {
  for (let digits = 4; digits < 16; digits += 1) {
    const text = position.toFixed(digits);
    if (limits.every((limit) => limit === position || limit.toFixed(digits) !== text)) return text;
  }
  return String(position);
}

/** Returns "50%", "33.3333%": at most four digits. */
export const formatRollout = (percent: number) => formatPercent(percent / 100, 4);
