import { countWords } from '#server/core/text/numbers-contract.ts';
import { type OperatorValue, operatorTraits, type PropertyOperator } from '#server/properties/contract.ts';
import { type Ago, readAgo } from '#server/properties/relative-date-contract.ts';
import { agoUnitWords, operatorWords, propertyEditorWords } from './words.ts';

export const valueSort = (operator: PropertyOperator): OperatorValue => operatorTraits[operator].value;

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
  if (ago === null) return { relation, value: texts.join(propertyEditorWords.or) || '…' };
  if (agoTemplate === undefined) return { relation, value: propertyEditorWords.value.agoUnit(agoWords(ago)) };
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

/** Formats a relative date: "7 days", "1 month". */
const agoWords = ({ amount, unit }: Ago): string => countWords(amount, agoUnitWords[unit]);
