import { type Direction, signOf } from '../../../statistics/contract.ts';
import { normalCdf } from '../../../statistics/distributions.ts';
import { shrink } from '../../../statistics/shrink.ts';
import { minConversions, suspiciousDeviations } from '../rules-contract.ts';
import type { EvidenceAgainst } from './evidence-contract.ts';
import { logLiftOf, zOfInterval as z } from './normal-estimate.ts';

type Shown = Pick<EvidenceAgainst, 'lift' | 'lift_interval' | 'conversions' | 'is_too_little'>;

/**
 * Shrinks a lift on the log scale, where the 95% interval has the estimate in its middle. Null where the interval has no end or
 * says too little.
 */
export function shrunkenOf(shown: Shown, priorSd: number, better?: Direction) {
  const estimate = shown.lift === null || shown.is_too_little ? null : logLiftOf(shown);
  if (estimate === null) return null;
  const { mean, deviation } = shrink(estimate, priorSd);
  const interval: [number, number] = [Math.expm1(mean - z * deviation), Math.expm1(mean + z * deviation)];
  return { lift: Math.expm1(mean), interval, chance_to_win: normalCdf((signOf(better) * mean) / deviation) };
}

/** Returns the smallest and largest believable lift; an interval beyond one of them is suspicious. */
export const believable = (priorSd: number): [number, number] => [
  Math.expm1(-suspiciousDeviations * priorSd),
  Math.expm1(suspiciousDeviations * priorSd),
];

/**
 * Reports whether a lift is too large to believe (Twyman's law: Kohavi, Tang & Xu, Trustworthy Online Controlled Experiments,
 * 2020, chapter 3): its whole interval is, as of few people chance alone makes large lifts.
 */
export function isSuspicious(
  { lift_interval: shown, conversions }: Pick<Shown, 'lift_interval' | 'conversions'>,
  priorSd: number,
): boolean {
  const [low, high] = believable(priorSd);
  return shown !== null && conversions >= minConversions && (shown[1] < low || shown[0] > high);
}
