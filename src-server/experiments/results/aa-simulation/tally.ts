import { significanceLevel } from '../../../statistics/contract.ts';
import { shareInterval } from '../../../statistics/value-interval.ts';
import { zOfInterval } from '../judge/normal-estimate.ts';
import type { AaFrequency, AaMetric } from './aa-simulation-contract.ts';
import type { DealOutcome } from './judge-deal.ts';

/** Numbers of re-randomizations with each outcome of each metric, and of any secondary one. */
export type AaTally = { played: number; counts: Record<keyof DealOutcome | 'either', number>[]; anySecondary: number };

export const emptyTally = (metrics: number): AaTally => ({
  played: 0,
  counts: Array.from({ length: metrics }, () => ({ better: 0, worse: 0, either: 0, led: 0, leadsNow: 0 })),
  anySecondary: 0,
});

export function addOutcomes(tally: AaTally, said: readonly DealOutcome[]): void {
  tally.played += 1;
  for (const [index, { better, worse, led, leadsNow }] of said.entries()) {
    const counts = tally.counts[index] as AaTally['counts'][number];
    counts.better += Number(better);
    counts.worse += Number(worse);
    counts.either += Number(better || worse);
    counts.led += Number(led);
    counts.leadsNow += Number(leadsNow);
  }
  tally.anySecondary += Number(said.slice(1).some(({ better, worse }) => better || worse));
}

function frequencyOf(count: number, played: number): AaFrequency {
  if (played === 0) return { count, share: 0, interval: [0, 1] };
  return { count, share: count / played, interval: shareInterval({ n: played, sum: count }, zOfInterval) };
}

/** `index`: of a secondary metric, null for the primary one. `allowed`: as in the contract. */
export type Named = { index: number | null; name: string; allowed: number };

export function tallied({ played, counts, anySecondary }: AaTally, named: readonly Named[]) {
  const metrics = counts.map(({ better, worse, either, led, leadsNow }, metric): AaMetric => {
    const betterOrWorse = frequencyOf(either, played);
    const own = named[metric] ?? { index: null, name: '', allowed: significanceLevel };
    return {
      ...own,
      better: frequencyOf(better, played),
      worse: frequencyOf(worse, played),
      better_or_worse: betterOrWorse,
      leading: frequencyOf(led, played),
      leading_now: frequencyOf(leadsNow, played),
      is_above: betterOrWorse.interval[0] > own.allowed,
    };
  });
  return { metrics, any_secondary: counts.length > 2 ? frequencyOf(anySecondary, played) : null };
}
