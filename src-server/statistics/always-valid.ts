/**
 * Bounds that hold at all looks together: the normal mixture of H. Robbins, Statistical methods related to the law of the iterated
 * logarithm (1970), for standardized means: Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas, Time-uniform central limit theory and
 * asymptotic confidence sequences (2021), theorem 2.2.
 */

/** Returns the persons, relative to those with the narrowest bound, in the bound's own unit: their appendix. */
function informationAt(persons: number, narrowestAt: number, alpha: number): number {
  const surprise = -2 * Math.log(alpha);
  return (persons * (surprise + Math.log(surprise + 1))) / narrowestAt;
}

/**
 * Returns the standard errors on each side that an estimate keeps to at all looks with chance 1 - level; `alpha` is the level for
 * which the bound is narrowest.
 */
export function alwaysValidZ(persons: number, narrowestAt: number, alpha: number, level = alpha): number {
  const v = informationAt(persons, narrowestAt, alpha);
  return Math.sqrt(((v + 1) / v) * (Math.log(v + 1) - 2 * Math.log(level)));
}

/** Returns the smallest level whose bound a z of this size passes; `alpha` is the level for which the bound is narrowest. */
export function alwaysValidP(z: number, persons: number, narrowestAt: number, alpha: number): number {
  const v = informationAt(persons, narrowestAt, alpha);
  return Math.min(1, Math.sqrt(v + 1) * Math.exp((-z * z * v) / (2 * (v + 1))));
}
