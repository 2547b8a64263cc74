import { controlKey, type Experiment } from '../../contract.ts';
import type { Health, MetricResult } from '../results-contract.ts';
import { minExposures } from '../rules-contract.ts';
import type { CountedPeople, VerdictKind } from './verdict-contract.ts';

type Counts = Pick<MetricResult, 'basis' | 'exposure' | 'health'> & {
  variants: readonly { key: string; evidence: { people: number } }[];
};

/** Returns the people of control and of each variant with weight: nobody is expected in the others. */
export const expectedIn = ({ variants }: Pick<Experiment, 'variants'>, peopleOf: (key: string) => number) =>
  variants
    .filter(({ key, rollout_percentage: weight }) => key === controlKey || weight > 0)
    .map(({ key }) => ({ variant: key, people: peopleOf(key) }));

/** Returns those that have fewer people than any verdict needs. */
export const fewIn = (...of: Parameters<typeof expectedIn>): CountedPeople['few'] =>
  expectedIn(...of).filter(({ people }) => people < minExposures);

/** The people of a variant whose data counts. */
export const countedIn =
  ({ variants, exposure }: Pick<Counts, 'variants' | 'exposure'>) =>
  (key: string): number =>
    variants.find((variant) => variant.key === key)?.evidence.people ?? exposure?.by_variant[key] ?? 0;

/** Concludes whether enough people count for the verdict of this kind; null before the first exposure is looked for. */
export function peopleFor(experiment: Experiment, result: Counts, kind: VerdictKind): CountedPeople | null {
  const { basis, exposure, health } = result;
  if (exposure === null) return null;
  const peopleOf = countedIn(result);
  const few = fewIn(experiment, peopleOf);
  const counted = basis?.counted ?? exposure.total;
  const smallest = Math.min(...expectedIn(experiment, peopleOf).map(({ people }) => people));
  return { state: stateOf(kind, few.length > 0, lacks(counted, health)), counted, smallest, few };
}

const lacks = (counted: number, health: Pick<Health, 'needed'> | null) => counted < (health?.needed ?? 0);

function stateOf(kind: VerdictKind, hasFew: boolean, isLacking: boolean): CountedPeople['state'] {
  if (hasFew) return kind === 'better' ? 'some_too_few' : 'too_few';
  if (kind === 'collecting') return 'nothing_to_compare';
  return isLacking ? 'fewer_than_needed' : 'enough';
}
