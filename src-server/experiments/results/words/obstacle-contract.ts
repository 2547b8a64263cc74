import type { CountedPeople, Verdict } from '../verdict/verdict-contract.ts';

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
