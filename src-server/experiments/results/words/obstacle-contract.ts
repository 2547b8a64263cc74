import type { CountedPeople, Verdict } from '../verdict/verdict-contract.ts';

export const checkDenominator = 'Check the denominator of the metric in Setup.';

/** Says what lacks weight: a variant, or null for any test variant. */
export function giveWeightWords(variant: string | null, isOver: boolean): string {
  const one = variant === null ? 'a test variant' : `“${variant}”`;
  return isOver ? `Run it again with a weight above 0 for ${one}.` : `Give ${one} a weight above 0 in Setup.`;
}

/** Why more people would bring no verdict. */
export const obstacles = {
  no_control: 'Control has no weight',
  no_test_variant: 'Only control has weight',
  nothing_to_compare: 'No value to compare',
} satisfies Partial<Record<CountedPeople['state'], string>>;

/** Returns why more people would bring no verdict to what collects; null where they may. */
export function obstacleOf({ kind, people }: Pick<Verdict, 'kind' | 'people'>): string | null {
  const words: Partial<Record<CountedPeople['state'], string>> = obstacles;
  return kind === 'collecting' && people !== null ? (words[people.state] ?? null) : null;
}
