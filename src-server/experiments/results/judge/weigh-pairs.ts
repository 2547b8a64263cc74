import { capOf, histogramOf, type Pairs, pairSampleOf } from '../../../statistics/sample.ts';
import { capShare } from '../rules-contract.ts';
import { type Weighed, weighSamples } from './weigh.ts';

/** The values that higher ones of the numerator and the denominator count as. */
type Caps = { value: number; below: number };

/** Returns the caps of a ratio, each over the people of all groups. */
export function capsOf(groups: readonly Pairs[], share: number): Caps {
  const capAt = (key: keyof Pairs) =>
    capOf(
      groups.map((group) => histogramOf(group[key])),
      share,
    );
  return { value: capAt('values'), below: capAt('below') };
}

/** Weighs the groups of a ratio, as `weigh` does those of a mean. */
export function weighPairs(
  weighed: Weighed,
  groups: readonly Pairs[],
  first: readonly Pairs[] | null,
): ReturnType<typeof weighSamples> & { caps: Caps } {
  const share = weighed.capShare ?? capShare;
  const samplesOf = (some: readonly Pairs[]) => {
    const caps = capsOf(some, share);
    return { samples: some.map((group) => pairSampleOf(group, caps)), caps };
  };
  const { samples, caps } = samplesOf(groups);
  const counts = groups.map((group) => pairSampleOf(group).sum);
  return { ...weighSamples(weighed, { samples, counts }, first && samplesOf(first).samples), caps };
}
