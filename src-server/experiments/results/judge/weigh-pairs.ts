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
  const caps = capsOf(groups, share);
  const capped = groups.map((group) => ({ sample: pairSampleOf(group, caps), count: pairSampleOf(group).sum }));
  const samplesOf = (some: readonly Pairs[]) => {
    const ownCaps = capsOf(some, share);
    return some.map((group) => pairSampleOf(group, ownCaps));
  };
  return { ...weighSamples(weighed, capped, first && samplesOf(first)), caps };
}
