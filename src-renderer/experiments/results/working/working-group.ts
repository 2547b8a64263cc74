import type { Interval } from '#server/experiments/results/results-contract.ts';
import { exactText } from '../metrics/results-numbers.ts';

/** One number with its formula and the inputs of that. */
export type WorkingLine = { name: string; value: string; formula: string; inputs: string };
export type WorkingGroup = { title: string; note: string | null; lines: WorkingLine[] };

export const workingLine = (name: string, value: string, formula: string, inputs = ''): WorkingLine => ({
  name,
  value,
  formula,
  inputs,
});

/** Returns "0.101 to 0.147". */
export const intervalText = (interval: Interval | null) =>
  interval === null ? 'none' : `${exactText(interval[0])} to ${exactText(interval[1])}`;
