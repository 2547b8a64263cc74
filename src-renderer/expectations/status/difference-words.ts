import type { CheckResult } from '#server/expectations/contract.ts';
import { conditionName, wantedWords } from '../../actions/editor/condition-words.ts';
import { typeWords } from '../expectation-words.ts';
import { schemaType } from '../schema-types.ts';
import { words } from './words.ts';

type Nearest = NonNullable<CheckResult['nearest']>;

const fields: Record<string, string> = words.fields;

/** Words a condition that an event does not meet: what it is about, and what it requires. */
export function differenceWords(path: string, wanted: string): { name: string; wanted: string } {
  const name = fields[path] ?? conditionName(path);
  const { data: type } = schemaType.safeParse(/^type (\w+)$/.exec(wanted)?.[1]);
  if (type !== undefined) return { name, wanted: words.isOfType(typeWords[type]) };
  // The name of an event is compared here as a property is; actions have words of their own for it.
  return { name, wanted: wantedWords(path === 'event' ? '' : path, wanted) };
}

/** Words the nearest miss in a line: the first condition that it fails; '' without one. */
export function nearestInShort({ differences: [first, ...others] }: Nearest): string {
  if (first === undefined) return '';
  const { name, wanted } = differenceWords(first.path, first.wanted);
  return words.nearestInShort(name, wanted, first.got, others.length);
}
