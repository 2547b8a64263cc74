/**
 * How the counts of people differ around their mean. `dispersion`: variance / mean of a person with that mean, from 1, which is that
 * of independent events. `heavy`: the means themselves differ, most of them small and a few up to 100 times as large.
 */
export type Spread = { dispersion: number; tail: 'light' | 'heavy' };
export const evenSpread: Spread = { dispersion: 1, tail: 'light' };
export const maxDispersion = 100;

/** A bounded Pareto distribution (shape 1.5, up to 100) with a mean of 1. */
const pareto = { shape: 1.5, least: 0.35436, most: 100 };
/** The largest mean of a person, in times the mean of all. */
export const maxTimesMean = { light: 1, heavy: pareto.most } satisfies Record<Spread['tail'], number>;

/** Draws by inversion, so that with the same `chance` a larger mean never counts less. */
export function drawCount(mean: number, { dispersion, tail }: Spread, chance: number, random: () => number): number {
  const own = tail === 'heavy' ? mean * timesMean(random()) : mean;
  if (own === 0) return 0;
  // A negative binomial distribution, or at a dispersion of 1 a Poisson.
  const shape = own / (dispersion - 1);
  let count = 0;
  let probability = dispersion === 1 ? Math.exp(-own) : dispersion ** -shape;
  for (let sum = probability; chance >= sum && probability > 0; sum += probability) {
    count += 1;
    probability *= dispersion === 1 ? own / count : ((1 - 1 / dispersion) * (count - 1 + shape)) / count;
  }
  return count;
}

/** Draws by inversion of the distribution function. */
function timesMean(uniform: number): number {
  const { shape, least, most } = pareto;
  return least * (1 - uniform * (1 - (least / most) ** shape)) ** (-1 / shape);
}
