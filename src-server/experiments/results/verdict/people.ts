import { controlKey, type Experiment } from '../../contract.ts';
import { canBeCompared } from '../judge/family.ts';
import type { MetricResult } from '../results-contract.ts';
import { minExposures } from '../rules-contract.ts';
import type { CountedPeople, VerdictKind } from './verdict-contract.ts';

type Counts = Pick<MetricResult, 'basis' | 'exposure' | 'health'> & {
  variants: readonly { key: string; evidence: { people: number } }[];
};

/** Reports whether people are expected in a variant: in control and in those with weight. */
export const isExpected = ({ key, rollout_percentage: weight }: { key: string; rollout_percentage: number }) =>
  key === controlKey || weight > 0;

/** Returns the people of each variant in which some are expected. */
export const expectedIn = ({ variants }: Pick<Experiment, 'variants'>, peopleOf: (key: string) => number) =>
  variants.filter(isExpected).map(({ key }) => ({ variant: key, people: peopleOf(key) }));

/** Returns the variants with fewer people than any verdict needs. */
export const fewIn = (...of: Parameters<typeof expectedIn>): CountedPeople['few'] =>
  expectedIn(...of).filter(({ people }) => people < minExposures);

/** The people of a variant whose data counts. While control has nobody, at most those who count of all variants together. */
export const countedIn =
  ({ variants, exposure, basis }: Pick<Counts, 'variants' | 'exposure' | 'basis'>) =>
  (key: string): number => {
    const exposed = Math.min(exposure?.by_variant[key] ?? 0, basis?.counted ?? Number.POSITIVE_INFINITY);
    return variants.find((variant) => variant.key === key)?.evidence.people ?? exposed;
  };

/** Concludes whether enough people count for the verdict of this kind; null before exposures are searched. */
export function peopleFor(experiment: Experiment, result: Counts, kind: VerdictKind): CountedPeople | null {
  const { basis, exposure, health } = result;
  if (exposure === null) return null;
  const expected = expectedIn(experiment, countedIn(result));
  const few = fewIn(experiment, countedIn(result));
  const people = { counted: basis?.counted ?? exposure.total, needed: health?.needed ?? null };
  const lacking = lackingOf(comparedIn(experiment, countedIn(result)));
  const smallest = Math.min(...expected.map((one) => one.people));
  return { state: lacking ?? stateOf(kind, { hasFew: few.length > 0, ...people }), ...people, smallest, few };
}

export const comparedIn = ({ variants }: Pick<Experiment, 'variants'>, peopleOf: (key: string) => number): string[] =>
  variants
    .filter(({ key, rollout_percentage: weight }) => canBeCompared({ weight, people: peopleOf(key) }))
    .map(({ key }) => key);

/** Returns what nothing will be compared for lack of, however long it runs; null where nothing lacks. */
function lackingOf(compared: readonly string[]) {
  if (!compared.includes(controlKey)) return 'no_control';
  return compared.length === 1 ? 'no_test_variant' : null;
}

type Facts = { hasFew: boolean; counted: number; needed: number | null };

function stateOf(kind: VerdictKind, { hasFew, counted, needed }: Facts): CountedPeople['state'] {
  if (hasFew) return kind === 'better' ? 'some_too_few' : 'too_few';
  if (kind === 'collecting') return 'nothing_to_compare';
  if (needed === null) return kind === 'better' || kind === 'worse' ? 'enough' : 'need_unknown';
  return counted < needed ? 'fewer_than_needed' : 'enough';
}
