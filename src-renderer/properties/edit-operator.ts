import { parseTime } from '#server/core/text/time-contract.ts';
import { type OperatorValue, type PropertyOperator, propertyOperator } from '#server/properties/contract.ts';
import { readAgo } from '#server/properties/relative-date-contract.ts';
import { textOf, valueSort, valuesOf } from './operators.ts';
import { operatorWords, propertyEditorWords } from './words.ts';

const optionsOf = (...values: OperatorValue[]) =>
  propertyOperator.options
    .filter((operator) => values.includes(valueSort(operator)))
    .map((value) => ({ value, label: operatorWords[value].label }));

/** The options of a select, in the order of the contract. */
export const operatorOptions = [
  { group: propertyEditorWords.value.value, items: optionsOf('many', 'none') },
  { group: propertyEditorWords.value.text, items: optionsOf('text', 'pattern') },
  { group: propertyEditorWords.value.number, items: optionsOf('number') },
  { group: propertyEditorWords.value.date, items: optionsOf('date') },
];

/** Converts a value for another operator; keeps what that can compare with. */
export function convertValue(value: unknown, from: PropertyOperator, to: PropertyOperator): unknown {
  const [before, after] = [valueSort(from), valueSort(to)];
  if (to === 'is_date_exact' && readAgo(textOf(value)) !== null) return '';
  if (before === after) return value;
  const values = valuesOf(value);
  const first = values[0] ?? '';
  switch (after) {
    case 'none':
      return undefined;
    case 'many':
      return values;
    case 'number':
      return first.trim() === '' || Number.isNaN(Number(first)) ? '' : Number(first);
    case 'date':
      return isMoment(first) ? first : '';
    default:
      return first;
  }
}

/** Returns whether a text is a day, an ISO date-time or a relative date. */
function isMoment(text: string): boolean {
  return readAgo(text) !== null || parseTime(text) !== undefined;
}
