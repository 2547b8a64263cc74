import { controlPlace, type ExperimentVariant } from '../../contract.ts';
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

/** The weights of variants, and the index of control. */
type Weighted = { weights: readonly number[]; control: number };

export const weightedOf = (variants: readonly ExperimentVariant[]) => ({
  weights: variants.map(({ rollout_percentage: weight }) => weight),
  control: controlPlace(variants.map(({ key }) => key)),
});

/** Returns of each variant, in the order of the weights, whether it is a test variant of the family. */
export const familyOf = ({ weights, control }: Weighted, people: readonly number[]): boolean[] =>
  weights.map((weight, index) => index !== control && canBeCompared({ weight, people: people[index] ?? 0 }));

/** Returns the number of comparisons of a family of metrics. `people`: of each metric, by variant. */
export const comparisonsOf = (weighted: Weighted, people: readonly (readonly number[])[]): number =>
  people.reduce((sum, ofMetric) => sum + familyOf(weighted, ofMetric).filter(Boolean).length, 0);
