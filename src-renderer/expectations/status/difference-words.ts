import type { CheckResult } from '#server/expectations/contract.ts';
import { conditionName, requirementWords } from '../../actions/editor/condition-words.ts';
import { propertyEditorWords } from '../../properties/words.ts';
import { typeWords } from '../expectation-words.ts';
import { expectationCheckWords } from './words.ts';

type Nearest = NonNullable<CheckResult['nearest']>;

const fields: Record<string, string> = expectationCheckWords.fields;

/** Describes a condition that an event does not meet: what it is about, and what it requires. */
export function missedConditionWords(difference: Nearest['differences'][number]): { name: string; wanted: string } {
  const { path, types } = difference;
  return {
    name: fields[path] ?? conditionName({ ...difference, field: path }),
    wanted:
      types === undefined
        ? requirementWords(difference)
        : expectationCheckWords.isOfType(types.wanted.map((type) => typeWords[type]).join(propertyEditorWords.or)),
  };
}

/** Describes the nearest miss in a line: the first condition that it fails; '' without one. */
export function nearestInShort({ differences: [first, ...others] }: Nearest): string {
  if (first === undefined) return '';
  const { name, wanted } = missedConditionWords(first);
  const missed =
    first.path === 'after'
      ? expectationCheckWords.noneBefore(wanted)
      : expectationCheckWords.missed(name, wanted, first.got);
  return expectationCheckWords.nearestInShort(missed, others.length);
}
