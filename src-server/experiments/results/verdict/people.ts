import { controlKey, type Experiment } from '../../contract.ts';
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
  const { basis, exposure } = result;
  if (exposure === null) return null;
  const expected = expectedIn(experiment, countedIn(result));
  const few = fewIn(experiment, countedIn(result));
  const counted = basis?.counted ?? exposure.total;
  const needed = neededFor(result);
  const hasTest = expected.some(({ variant }) => variant !== controlKey);
  const state = stateOf(kind, { hasFew: few.length > 0, hasTest, counted, needed });
  return { state, counted, needed, smallest: Math.min(...expected.map(({ people }) => people)), few };
}

/** Returns how many people must count: those planned at the launch until they are reached, then as health has it. */
function neededFor({ basis, health }: Pick<Counts, 'basis' | 'health'>): number | null {
  const needed = health?.needed ?? null;
  const plan = basis?.plan ?? null;
  return plan !== null && plan.reached_at === null ? Math.max(plan.people, needed ?? 0) : needed;
}

type Facts = { hasFew: boolean; hasTest: boolean; counted: number; needed: number | null };

function stateOf(kind: VerdictKind, { hasFew, hasTest, counted, needed }: Facts): CountedPeople['state'] {
  if (kind === 'collecting' && !hasTest) return 'no_test_variant';
  if (hasFew) return kind === 'better' ? 'some_too_few' : 'too_few';
  if (kind === 'collecting') return 'nothing_to_compare';
  if (needed === null) return kind === 'better' || kind === 'worse' ? 'enough' : 'need_unknown';
  return counted < needed ? 'fewer_than_needed' : 'enough';
}
