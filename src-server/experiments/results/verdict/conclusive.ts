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

/** Returns the basis of a conclusive difference, else the test at the plan once there is one. */
export function restsOn(
  versus: TestedDifference & Pick<EvidenceAgainst, 'lift'>,
  basis: Pick<Basis, 'look_share'>,
): Deciding {
  const { lift, always_valid_interval: looks, final } = versus;
  const by = conclusiveBy(versus, basis) ?? (final === null ? 'looks' : 'plan');
  return by === 'plan' && final !== null
    ? { basis: 'plan', lift: final.lift, interval: final.interval, level: 1 - finalShare }
    : { basis: 'looks', lift, interval: looks, level: 1 - basis.look_share };
}
