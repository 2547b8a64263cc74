import type { MatchVerdict } from '#server/actions/preview/preview-contract.ts';
import { conditionName } from '../editor/condition-words.ts';
import { nearestWords } from './nearest-words.ts';

/** Describes in a line why an event does not match: the first miss of the step that misses the fewest conditions. */
export function missedWords({ steps }: MatchVerdict): string {
  const misses = steps.map(({ conditions }) => conditions.filter((condition) => !condition.is_match));
  const fewest = misses.toSorted((one, other) => one.length - other.length)[0];
  const first = fewest?.[0];
  if (fewest === undefined || first === undefined) return 'It has no step, so it matches nothing.';
  const others = fewest.length === 1 ? '' : ` and ${fewest.length - 1} more`;
  const where = steps.length === 1 ? '' : `, in its nearest step`;
  return `${conditionName(first)} differs${others}${where}. ${nearestWords(first)}`.trim();
}
