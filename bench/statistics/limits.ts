import { leadingShare } from '../../src-server/experiments/results/rules-contract.ts';

/** The limit of each measured share. */
export const limits = {
  once: 0.025,
  daily: 0.05,
  leading: leadingShare,
  coverage: [0.93, 0.99],
  power: [0.78, 0.85],
  always: 0.98,
} as const;

/** Returns the standard error of a share of this many runs. */
export const errorOf = (share: number, count: number) => Math.sqrt((share * (1 - share)) / count);
