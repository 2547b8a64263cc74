import {
  type OperatorValue,
  operatorTraits,
  type PropertyOperator,
  propertyOperator,
} from '#server/properties/contract.ts';
import { type Ago, agoUnit, readAgo } from '#server/properties/relative-date-contract.ts';
import { agoUnitWords, operatorWords, words } from './words.ts';

export const valueSort = (operator: PropertyOperator): OperatorValue => operatorTraits[operator].value;

const optionsOf = (...values: OperatorValue[]) =>
  propertyOperator.options
    .filter((operator) => values.includes(valueSort(operator)))
    .map((value) => ({ value, label: operatorWords[value].label }));

/** The options of a select, in the order of the contract. */
export const operatorOptions = [
  { group: words.value.value, items: optionsOf('many', 'none') },
  { group: words.value.text, items: optionsOf('text', 'pattern') },
  { group: words.value.number, items: optionsOf('number') },
  { group: words.value.date, items: optionsOf('date') },
];

type Condition = { key: string; operator: PropertyOperator; value?: unknown };

/** Returns a condition in words: "plan is pro or team", "signed_up is in the last 7 days". */
export function propertyWords(condition: Condition): string {
  const { relation, value } = relationWords(condition);
  return [condition.key.trim() === '' ? '…' : condition.key, relation, value].filter(Boolean).join(' ');
}

/** Returns the words after the property; `value` is '' where the relation includes it. */
export function relationWords({ operator, value }: Omit<Condition, 'key'>): { relation: string; value: string } {
  const { relation, several, ago: agoTemplate } = operatorWords[operator];
  const texts = valuesOf(value);
  if (valueSort(operator) === 'none') return { relation, value: '' };
  if (several !== undefined && texts.length > 1)
    return { relation: several.relation, value: texts.join(several.joint) };
  const ago = valueSort(operator) === 'date' ? readAgo(texts[0] ?? '') : null;
  if (ago === null) return { relation, value: texts.join(words.or) || '…' };
  if (agoTemplate === undefined) return { relation, value: words.value.agoUnit(agoWords(ago)) };
  return { relation: agoTemplate.replace('…', agoWords(ago)), value: '' };
}

/** Returns the values of a condition as text, from any stored form. */
export function valuesOf(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  return (Array.isArray(value) ? value : [value]).map(textOf);
}

export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}

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

export const agoUnits = agoUnit.options.map((value) => ({ value, label: words.value.agoUnits(agoUnitWords[value]) }));

/** "7 days", "1 month". */
function agoWords({ amount, unit }: Ago): string {
  return `${amount} ${agoUnitWords[unit]}${amount === 1 ? '' : 's'}`;
}

/** Whether a text is a day, an ISO date-time or a relative date. */
function isMoment(text: string): boolean {
  if (readAgo(text) !== null) return true;
  return /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/.test(text.trim()) && !Number.isNaN(Date.parse(text.trim()));
}
