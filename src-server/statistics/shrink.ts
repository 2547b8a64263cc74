/** An estimate and its standard error, or a posterior and its standard deviation. */
type Normal = { mean: number; deviation: number };

/**
 * Returns the posterior of an effect with the prior N(0, `prior`²), given a normal estimate of it. The estimate is moved toward
 * zero by the share of the prior's variance in the sum: Gelman et al., Bayesian Data Analysis, 3rd edition, 2.5. It holds at any
 * look and for any selected effect, if effects come from the prior: A. Deng, Objective Bayesian two sample hypothesis testing for
 * online controlled experiments (2015).
 */
export function shrink({ mean, deviation }: Normal, prior: number): Normal {
  const kept = prior ** 2 / (prior ** 2 + deviation ** 2);
  return { mean: mean * kept, deviation: deviation * Math.sqrt(kept) };
}
