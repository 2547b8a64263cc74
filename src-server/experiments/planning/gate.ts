import { normalCdf } from '../../statistics/distributions.ts';
import { minConversions, minExposures } from '../results/rules-contract.ts';

/** `people`: expected in the group. `active`: share of them with a value other than 0. */
type Group = { people: number; active: number };
/** A normal number. */
type Expected = { mean: number; variance: number };

/**
 * Returns the probability that two groups have the people and the expected conversions that a verdict needs. `whole`: people in
 * all groups, who get their variant at random.
 */
export function chanceOfVerdict(control: Group, test: Group, whole: number): number {
  const conversions = conversionsOf(control) + conversionsOf(test);
  if (!(conversions > 0)) return 0;
  const spread = conversionsOf(control) * (1 - control.active) + conversionsOf(test) * (1 - test.active);
  const both = control.people + test.people;
  const smaller = smallerOf(control.people, test.people);
  // The smaller group's share of the conversions of both, by the delta method.
  const share = smaller.mean / both;
  const [few, many] = control.people < test.people ? [control, test] : [test, control];
  const slope = 2 * share * few.active + (1 - 2 * share) * many.active;
  const expected = { mean: conversions * share, variance: share ** 2 * spread + slope ** 2 * smaller.variance };
  const hasPeople = 1 - chanceOfTooFew(control, whole) - chanceOfTooFew(test, whole);
  return Math.max(0, hasPeople) * (1 - below(minConversions, expected));
}

const conversionsOf = ({ people, active }: Group) => people * active;

function chanceOfTooFew({ people }: Group, whole: number): number {
  return below(minExposures, { mean: people, variance: people * (1 - people / whole) });
}

/**
 * Returns how many people the smaller of two groups has if chance splits them: half of both without the difference, a folded
 * normal (Leone, Nelson & Nottingham, The folded normal distribution, 1961).
 */
function smallerOf(one: number, other: number): Expected {
  const both = one + other;
  const gap = Math.abs(one - other);
  const variance = (4 * one * other) / both;
  const deviation = Math.sqrt(variance);
  const z = gap / deviation;
  const folded = deviation * Math.sqrt(2 / Math.PI) * Math.exp(-(z ** 2) / 2) + gap * (1 - 2 * normalCdf(-z));
  return { mean: (both - folded) / 2, variance: Math.max(0, gap ** 2 + variance - folded ** 2) / 4 };
}

function below(limit: number, { mean, variance }: Expected): number {
  return variance > 0 ? normalCdf((limit - mean) / Math.sqrt(variance)) : Number(mean < limit);
}
