import { maxCapShare } from './contract.ts';

/**
 * Sums over the persons of a group: `squares` and `cubes` are sums of that power of each person's value, `active` the persons
 * with a value other than 0, `negative` those with one below 0. A share has values 0 and 1. `below`: the divisors of a ratio.
 */
export type Sample = {
  n: number;
  sum: number;
  squares: number;
  cubes: number;
  active: number;
  negative: number;
  below?: Below;
};

/** Sums of each person's divisor (x), and of products with the value (y): `xxy` of x²y. */
export type Below = { x: number; xx: number; xxx: number; xy: number; xxy: number; xyy: number };
/** The sample of a ratio. */
export type PairSample = Required<Sample>;

export const emptySample = (): Sample => ({ n: 0, sum: 0, squares: 0, cubes: 0, active: 0, negative: 0 });
export const emptyPairSample = (): PairSample => ({
  ...emptySample(),
  below: { x: 0, xx: 0, xxx: 0, xy: 0, xxy: 0, xyy: 0 },
});

/** Adds persons with a value; a number below 0 takes them away. `own`: their own value, where `value` is an adjusted one. */
export function addPersons(sample: Sample, value: number, persons: number, own = value): void {
  sample.n += persons;
  if (own !== 0) sample.active += persons;
  if (own < 0) sample.negative += persons;
  if (value === 0) return;
  sample.sum += persons * value;
  sample.squares += persons * value * value;
  sample.cubes += persons * value * value * value;
}

/** Adds a person of a ratio with the value `y` and the divisor `x`; `times` -1 takes them away. */
export function addPair(sample: PairSample, y: number, x: number, times: 1 | -1 = 1): void {
  addPersons(sample, y, times);
  if (x === 0) return;
  const { below } = sample;
  below.x += times * x;
  below.xx += times * x * x;
  below.xxx += times * x * x * x;
  below.xy += times * x * y;
  below.xxy += times * x * x * y;
  below.xyy += times * x * y * y;
}

/** Returns the mean, or of a ratio the sum of values over the sum of divisors. */
export const meanOf = ({ n, sum, below }: Sample): number => sum / (below?.x ?? n);

/**
 * Mean, variance between the persons and skewness of their values. `variation`: twice the change of the logarithm of the mean, in
 * standard errors, that goes with one standard error, times the square root of n; the coefficient of variation of plain values.
 * `slope`: likewise of the mean itself, as the divisor of a ratio varies with the value; 0 of plain values.
 */
type Moments = { mean: number; variance: number; skewness: number; variation: number; slope: number };

/**
 * Returns the moments of a group. Those of a ratio are of its linearization, R + (y - R x) / mean of x: Deng, Knoblich & Lu,
 * Applying the delta method in metric analytics (2018).
 */
export function momentsOf(sample: Sample): Moments {
  const { n, sum, squares, cubes, below } = sample;
  const mean = meanOf(sample);
  if (below !== undefined) {
    const rest = momentsOf(residualsOf(sample, mean));
    const [deviation, x] = [Math.sqrt(rest.variance), below.x / n];
    const covariance = (below.xy - mean * below.xx) / n;
    const slope = deviation > 0 ? (2 * covariance) / (deviation * x) : 0;
    return { ...rest, mean, variance: rest.variance / x ** 2, variation: (deviation * n) / sum + slope, slope };
  }
  const variance = unlessRounding(squares - n * mean ** 2, squares) / Math.max(1, n - 1);
  const third = cubes / n - (3 * mean * squares) / n + 2 * mean ** 3;
  const variation = Math.sqrt(variance) / mean;
  return { mean, variance, skewness: variance > 0 ? third / variance ** 1.5 : 0, variation, slope: 0 };
}

/** Returns what a subtraction leaves of a sum of squares, 0 where that may be rounding alone, as of values that are all alike. */
const unlessRounding = (left: number, squares: number): number => (left > 1e-13 * squares ? left : 0);

/** Returns the sample of y - R x, whose mean is 0 where R is the ratio; plain values stay as they are. */
export function residualsOf(sample: Sample, ratio: number): Sample {
  const { sum, squares, cubes, below, ...persons } = sample;
  if (below === undefined) return sample;
  return {
    ...persons,
    sum: sum - ratio * below.x,
    squares: unlessRounding(squares - 2 * ratio * below.xy + ratio ** 2 * below.xx, squares + ratio ** 2 * below.xx),
    cubes: cubes - 3 * ratio * below.xyy + 3 * ratio ** 2 * below.xxy - ratio ** 3 * below.xxx,
  };
}

export function together(one: Sample, other: Sample): Sample {
  const both: Sample = {
    n: one.n + other.n,
    sum: one.sum + other.sum,
    squares: one.squares + other.squares,
    cubes: one.cubes + other.cubes,
    active: one.active + other.active,
    negative: one.negative + other.negative,
  };
  const [first, second] = [one.below, other.below];
  if (first === undefined || second === undefined) return both;
  const sumOf = (key: keyof Below) => first[key] + second[key];
  const below = {
    x: sumOf('x'),
    xx: sumOf('xx'),
    xxx: sumOf('xxx'),
    xy: sumOf('xy'),
    xxy: sumOf('xxy'),
    xyy: sumOf('xyy'),
  };
  return { ...both, below };
}

/** The number of persons with each value. */
export type Histogram = Map<number, number>;

export function histogramOf(values: Iterable<number>): Histogram {
  const histogram: Histogram = new Map();
  for (const value of values) histogram.set(value, (histogram.get(value) ?? 0) + 1);
  return histogram;
}

/**
 * Returns the smallest value that at most `share` of all persons exceed, and at most `maxCapShare` of those above 0; higher
 * values count as it. Without a cap, one person with a huge value would decide the mean. The second limit is for rare values: the
 * share of all persons would cut most of them.
 */
export function capOf(groups: readonly Histogram[], share: number): number {
  const values = new Map<number, number>();
  let [all, positive] = [0, 0];
  for (const group of groups) {
    for (const [value, persons] of group) {
      values.set(value, (values.get(value) ?? 0) + persons);
      all += persons;
      if (value > 0) positive += persons;
    }
  }
  const allowed = Math.min(share * all, maxCapShare * positive);
  let over = 0;
  for (const [value, persons] of [...values].sort(([one], [other]) => other - one)) {
    over += persons;
    if (over > allowed) return value;
  }
  return 0;
}

/** Adds up a group; values above `cap` count as the cap. */
export function sampleOf(group: Histogram, cap = Number.POSITIVE_INFINITY): Sample {
  const sample = emptySample();
  for (const [value, persons] of group) addPersons(sample, Math.min(value, cap), persons);
  return sample;
}

/** The two values of each person of a ratio, in the same order. */
export type Pairs = { values: number[]; below: number[] };

/** Adds up a group of a ratio; values above their cap count as the cap. */
export function pairSampleOf(
  { values, below: divisors }: Pairs,
  caps = { value: Infinity, below: Infinity },
): PairSample {
  const sample = emptyPairSample();
  for (const [person, value] of values.entries())
    addPair(sample, Math.min(value, caps.value), Math.min(divisors[person] ?? 0, caps.below));
  return sample;
}
