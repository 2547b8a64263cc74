import type { ExpectedCount } from '../contract.ts';

export function countBoundsOf(count: ExpectedCount): { min: number; max: number } {
  if ('exactly' in count) return { min: count.exactly, max: count.exactly };
  if ('at_least' in count) return { min: count.at_least, max: Number.POSITIVE_INFINITY };
  return { min: 0, max: 'at_most' in count ? count.at_most : 0 };
}
