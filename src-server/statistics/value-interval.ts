import type { Ends } from './contract.ts';
import { skewShift, studentFactor, withinShift } from './ratio.ts';
import { momentsOf, type Sample } from './sample.ts';

/** Widens an interval to include the value shown with it, which a prior or rounding may have put outside. */
export const including = (value: number, [low, high]: Ends): Ends => [Math.min(value, low), Math.max(value, high)];

/** Returns Wilson's interval of a share. Agresti & Coull, Approximate is better than "exact" (1998). */
export function shareInterval({ n, sum }: Pick<Sample, 'n' | 'sum'>, z: number): Ends {
  const share = sum / n;
  const [middle, whole] = [(share + (z * z) / (2 * n)) / (1 + (z * z) / n), 1 + (z * z) / n];
  const half = (z / whole) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  return including(share, [Math.max(0, middle - half), Math.min(1, middle + half)]);
}

/**
 * Returns the interval of a mean, corrected for skewness: on the log scale, as its ratio to another is, unless values can be
 * negative. `all`: the values of all groups, as few people show too little of a tail.
 */
export function meanInterval(sample: Sample, z: number, all: Sample): Ends {
  const { n } = sample;
  const { mean, variance, variation, slope } = momentsOf(sample);
  const { skewness } = momentsOf(all);
  const error = studentFactor(z, n, skewness) * Math.sqrt(variance / n);
  const isLog = all.negative === 0 && mean !== 0;
  const shift = withinShift(z, skewShift(z, n, skewness, isLog ? variation : slope));
  if (!isLog) return [mean + error * (shift - z), mean + error * (shift + z)];
  return [mean * Math.exp((error / mean) * (shift - z)), mean * Math.exp((error / mean) * (shift + z))];
}

export function countInterval(sample: Sample, z: number, all: Sample): Ends {
  // Without events, the upper end is the rate at which zero is z standard errors away.
  return sample.sum === 0 ? [0, (z * z) / sample.n] : meanInterval(sample, z, all);
}

/** Returns the interval of test - control from those of both. R. G. Newcombe, Interval estimation for the difference (1998). */
export function valueDifferenceOf(
  control: { value: number; interval: Ends },
  test: { value: number; interval: Ends },
): Ends {
  const difference = test.value - control.value;
  const below = Math.hypot(test.value - test.interval[0], control.interval[1] - control.value);
  const above = Math.hypot(test.interval[1] - test.value, control.value - control.interval[0]);
  return [difference - below, difference + above];
}
