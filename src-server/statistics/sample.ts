/**
 * What the persons of a group add up to: `squares` and `cubes` are sums of that power of each person's value, `active` the persons
 * with a value above 0. Of a share every value is 0 or 1.
 */
export type Sample = { n: number; sum: number; squares: number; cubes: number; active: number };

export const meanOf = ({ n, sum }: Sample): number => sum / n;

/** Returns the mean, the variance between the persons and the skewness of their values. */
export function momentsOf(sample: Sample): { mean: number; variance: number; skewness: number } {
  const { n, sum, squares, cubes } = sample;
  const mean = sum / n;
  const variance = Math.max(0, (squares - n * mean ** 2) / Math.max(1, n - 1));
  const third = cubes / n - (3 * mean * squares) / n + 2 * mean ** 3;
  return { mean, variance, skewness: variance > 0 ? third / variance ** 1.5 : 0 };
}

/** Returns two groups as one. */
export function together(one: Sample, other: Sample): Sample {
  return {
    n: one.n + other.n,
    sum: one.sum + other.sum,
    squares: one.squares + other.squares,
    cubes: one.cubes + other.cubes,
    active: one.active + other.active,
  };
}

/** How many persons have each value. */
export type Histogram = Map<number, number>;

/**
 * Returns the smallest value that at most `share` of all persons exceed; values above it count as it. Of one person with a huge
 * value the mean would say more than of all others.
 */
export function capOf(groups: readonly Histogram[], share: number): number {
  const values = new Map<number, number>();
  for (const group of groups) {
    for (const [value, persons] of group) values.set(value, (values.get(value) ?? 0) + persons);
  }
  const falling = [...values].sort(([one], [other]) => other - one);
  const allowed = share * falling.reduce((sum, [, persons]) => sum + persons, 0);
  let over = 0;
  for (const [value, persons] of falling) {
    over += persons;
    if (over > allowed) return value;
  }
  return 0;
}

/** Adds up a group, with values above `cap` as that. */
export function sampleOf(group: Histogram, cap = Number.POSITIVE_INFINITY): Sample {
  const sample = { n: 0, sum: 0, squares: 0, cubes: 0, active: 0 };
  for (const [given, persons] of group) {
    const value = Math.min(given, cap);
    sample.n += persons;
    sample.sum += persons * value;
    sample.squares += persons * value ** 2;
    sample.cubes += persons * value ** 3;
    if (value > 0) sample.active += persons;
  }
  return sample;
}
