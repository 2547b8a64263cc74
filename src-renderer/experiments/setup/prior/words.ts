import { signed } from '#server/core/text/numbers-contract.ts';
import { defaultPriorSd, maxPriorSd, minPriorSd } from '#server/experiments/benchtop-contract.ts';

export const words = {
  title: 'Expected effects',
  sd: 'Prior standard deviation',
  hint: 'Of the log ratio to control. A lift interval far beyond the prior is suspicious, and the lift to expect is moved toward zero.',
  range: `${minPriorSd}–${maxPriorSd}, by default ${defaultPriorSd}.`,
};

/** Says how far true lifts spread under the prior. */
export function spreadText(sd: number): string {
  const [low, high] = [-sd, sd].map((logRatio) => `${signed(Math.expm1(logRatio) * 100, 0)}%`);
  return `${words.range} At ${sd}, two of three true lifts are from ${low} to ${high}.`;
}
