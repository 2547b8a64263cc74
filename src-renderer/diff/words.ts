import type { DifferenceKind } from '#server/diff/contract.ts';

/** How a property differs from that of an earlier event. */
export const differenceWords = {
  added: 'added',
  removed: 'removed',
  type: 'type changed',
  value: 'changed',
} as const satisfies Record<DifferenceKind, string>;
