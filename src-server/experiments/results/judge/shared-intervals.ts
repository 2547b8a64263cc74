import type { Sample } from '../../../statistics/sample.ts';
import type { Statistic } from '../../metrics/kind-contract.ts';
import { finalShare } from '../rules-contract.ts';
import { finalTestOf, type Looks, testAgainst } from './evidence.ts';
import type { SharedIntervals } from './evidence-contract.ts';

type Pair = { control: Sample; test: Sample };

/**
 * Returns the intervals whose error is divided by a number of comparisons, to limit the chance that any of them misses. `first`:
 * of the planned people, null until they are complete.
 */
export function sharedIntervals(
  kind: Statistic,
  looks: Looks,
  comparisons: number,
  { control, test }: Pair,
  first: Pair | null,
): SharedIntervals {
  const share = looks.share / comparisons;
  const finalLevel = finalShare / comparisons;
  const isCounted = first !== null && first.control.n > 0 && first.test.n > 0;
  return {
    looks: { interval: testAgainst(kind, control, test, { ...looks, share }).always_valid_interval, level: 1 - share },
    final: isCounted
      ? { interval: finalTestOf(kind, first.control, first.test, finalLevel).interval, level: 1 - finalLevel }
      : null,
  };
}
