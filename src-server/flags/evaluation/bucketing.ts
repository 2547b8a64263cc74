import { hash } from 'node:crypto';

export type VariantBounds = { key: string; low: number; high: number };

/** Fifteen hex digits F as a double; 2^60 - 1 is rounded here and in the SDKs. */
const longScale = 2 ** 60;

/**
 * Returns the position of an id in [0, 1]: the first 15 hex digits of SHA-1 of `key.id` + salt, over 15 times F
 * (getFeatureFlagHash of the SDKs). The salt is empty for the rollout, `variant` for the variant.
 */
export function bucket(key: string, id: string, salt: '' | 'variant'): number {
  return Number.parseInt(hash('sha1', `${key}.${id}${salt}`, 'hex').slice(0, 15), 16) / longScale;
}

/** Reports whether a position is within a rollout, both in [0, 1]; null takes everybody. */
export const isInRollout = (rollout: number | null, position: number): boolean =>
  rollout === null || position <= rollout;

/** Returns cumulative `[low, high)` in stored order, added up as the SDKs do, so that rounding falls alike. */
export function variantBoundsOf(variants: readonly { key: string; rollout_percentage: number }[]): VariantBounds[] {
  let low = 0;
  return variants.map(({ key, rollout_percentage }) => {
    const high = low + rollout_percentage / 100;
    const bounds = { key, low, high };
    low = high;
    return bounds;
  });
}

export function variantAt(bounds: readonly VariantBounds[], position: number): string | undefined {
  for (const { key, low, high } of bounds) if (position >= low && position < high) return key;
  return undefined;
}
