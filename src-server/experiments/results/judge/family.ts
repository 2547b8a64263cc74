import { minExposures } from '../rules-contract.ts';

/** A variant: its weight, in any unit, and the people whose data counts. */
type Counted = { weight: number; people: number };

/**
 * Reports whether something can be concluded of a variant: it has weight, or as many people as a verdict needs. The test variants
 * of which this is so are the family that p-values and the intervals of guardrails are adjusted for; one without weight that few
 * people got, such as testers, is not in it.
 */
export const canBeCompared = ({ weight, people }: Counted): boolean => weight > 0 || people >= minExposures;

/**
 * The families of secondary metrics whose p-values are adjusted together; the primary metric is one of its own. A guardrail is thus
 * judged alike whether the others are computed or not.
 */
export const secondaryFamily = (guardrailMargin: number | null | undefined): 'guardrails' | 'others' =>
  guardrailMargin == null ? 'others' : 'guardrails';

/** Returns of each variant, in the order of the weights, whether it is a test variant of the family. `control` is an index. */
export const familyOf = (
  { weights, control }: { weights: readonly number[]; control: number },
  people: readonly number[],
): boolean[] =>
  weights.map((weight, index) => index !== control && canBeCompared({ weight, people: people[index] ?? 0 }));
