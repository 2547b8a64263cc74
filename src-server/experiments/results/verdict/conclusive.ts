import type { Tested } from '../judge/evidence.ts';
import type { Basis, EvidenceAgainst } from '../judge/evidence-contract.ts';
import type { Interval } from '../results-contract.ts';
import { finalShare, minConversions } from '../rules-contract.ts';
import type { Deciding, DecidingBasis } from './guardrail-contract.ts';

/** The parts of a test that decide conclusiveness. */
export type TestedDifference = Tested & Pick<EvidenceAgainst, 'final'>;
type Looks = Pick<Basis, 'look_share'> | null;

/** Reports whether an interval excludes zero; without one, where a mean is zero, the test alone decides. */
const excludesZero = (interval: Interval | null, sign: number) =>
  interval === null || (sign > 0 ? interval[0] > 0 : interval[1] < 0);

/**
 * Returns the basis on which a difference is conclusive: p-value, interval and sign agree in the one planned test, or at all
 * looks together.
 */
export function conclusiveBy(versus: TestedDifference, basis: Looks): DecidingBasis | null {
  const { difference, conversions, final } = versus;
  const sign = Math.sign(difference);
  if (sign === 0 || basis === null || conversions < minConversions) return null;
  const isFinal =
    final !== null &&
    final.conversions >= minConversions &&
    final.p_value <= finalShare &&
    Math.sign(final.difference) === sign &&
    excludesZero(final.interval, sign);
  if (isFinal) return 'plan';
  const isAtLooks =
    versus.always_valid_p_value_adjusted <= basis.look_share && excludesZero(versus.always_valid_interval, sign);
  return isAtLooks ? 'looks' : null;
}

/**
 * Returns the basis of a conclusive difference, else the test at the plan once there is one. Its interval is shared among all
 * comparisons; it is that of this one alone where only that excludes zero, as of a second variant after Holm.
 */
export function restsOn(
  versus: TestedDifference & Pick<EvidenceAgainst, 'lift' | 'quoted'>,
  { look_share: share, comparisons }: Pick<Basis, 'look_share' | 'comparisons'>,
): Deciding {
  const { final, quoted } = versus;
  const by = conclusiveBy(versus, { look_share: share });
  const isAtPlan = final !== null && by !== 'looks';
  const [own, shared] = isAtPlan
    ? [final.interval, quoted?.final?.interval]
    : [versus.always_valid_interval, quoted?.looks.interval];
  const isShared = shared !== undefined && (by === null || excludesZero(shared, Math.sign(versus.difference)));
  return {
    basis: isAtPlan ? 'plan' : 'looks',
    lift: isAtPlan ? final.lift : versus.lift,
    interval: isShared ? shared : own,
    level: 1 - (isAtPlan ? finalShare : share),
    comparisons: isShared ? comparisons : 1,
  };
}
