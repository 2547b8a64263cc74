import type { Sample } from '../../../statistics/sample.ts';
import type { Statistic } from '../../metrics/kind-contract.ts';
import { finalShare } from '../rules-contract.ts';
import { evidenceAgainst, finalTestOf, type Looks } from './evidence.ts';
import type { NonInferiority } from './evidence-contract.ts';

type Pair = { control: Sample; test: Sample };

/**
 * Returns the intervals that a guardrail compares with its margin. The error is divided by the number of test variants, to limit
 * the chance that any of them passes wrongly. `first`: of the planned people, null until they are complete.
 */
export function nonInferiority(
  kind: Statistic,
  looks: Looks,
  tests: number,
  { control, test }: Pair,
  first: Pair | null,
): NonInferiority {
  const share = looks.share / tests;
  const finalLevel = finalShare / tests;
  const isCounted = first !== null && first.control.n > 0 && first.test.n > 0;
  return {
    looks: {
      interval: evidenceAgainst(kind, control, test, { ...looks, share }).always_valid_interval,
      level: 1 - share,
    },
    final: isCounted
      ? { interval: finalTestOf(kind, first.control, first.test, finalLevel).interval, level: 1 - finalLevel }
      : null,
  };
}
