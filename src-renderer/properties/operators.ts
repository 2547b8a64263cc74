import {
  type OperatorValue,
  operatorTraits,
  type PropertyOperator,
  propertyOperator,
} from '#server/properties/contract.ts';

/**
 * `label` is the entry of a menu, `relation` what stands between property and value in a sentence, `sign` the same in the filter
 * bar, `opposite` what "!" before the property makes of it there. `several` and `ago` are for many values and a time ago.
 */
type Words = {
  label: string;
  relation: string;
  sign: string;
  opposite?: PropertyOperator;
  several?: { relation: string; joint: string };
  ago?: string;
};

export const operatorWords: Record<PropertyOperator, Words> = {
  exact: { label: 'equals', relation: 'is', sign: '=', opposite: 'is_not' },
  is_not: {
    label: 'is not',
    relation: 'is not',
    sign: '!=',
    opposite: 'exact',
    several: { relation: 'is neither', joint: ' nor ' },
  },
  is_set: { label: 'is set', relation: 'is set', sign: 'has:', opposite: 'is_not_set' },
  is_not_set: { label: 'is not set', relation: 'is not set', sign: '!has:', opposite: 'is_set' },
  icontains: { label: 'contains', relation: 'contains', sign: '~', opposite: 'not_icontains' },
  not_icontains: { label: 'does not contain', relation: 'does not contain', sign: '!~', opposite: 'icontains' },
  regex: { label: 'matches regex', relation: 'matches the regex', sign: '=~', opposite: 'not_regex' },
  not_regex: { label: 'does not match regex', relation: 'does not match the regex', sign: '!=~', opposite: 'regex' },
  gt: { label: 'greater than', relation: 'is greater than', sign: '>', opposite: 'lte' },
  gte: { label: 'at least', relation: 'is at least', sign: '>=', opposite: 'lt' },
  lt: { label: 'less than', relation: 'is less than', sign: '<', opposite: 'gte' },
  lte: { label: 'at most', relation: 'is at most', sign: '<=', opposite: 'gt' },
  is_date_exact: { label: 'on date', relation: 'is on', sign: '=@' },
  is_date_before: { label: 'before date', relation: 'is before', sign: '<', ago: 'is more than … ago' },
  is_date_after: { label: 'after date', relation: 'is after', sign: '>', ago: 'is in the last …' },
};

export const valueSort = (operator: PropertyOperator): OperatorValue => operatorTraits[operator].value;

const optionsOf = (...wanted: OperatorValue[]) =>
  propertyOperator.options
    .filter((operator) => wanted.includes(valueSort(operator)))
    .map((value) => ({ value, label: operatorWords[value].label }));

/** For a select, in the order of the contract. */
export const operatorOptions = [
  { group: 'Value', items: optionsOf('many', 'none') },
  { group: 'Text', items: optionsOf('text', 'pattern') },
  { group: 'Number', items: optionsOf('number') },
  { group: 'Date', items: optionsOf('date') },
];

type Condition = { key: string; operator: PropertyOperator; value?: unknown };

/** One property condition: "plan is pro or team", "signed_up is in the last 7 days". */
export function propertyWords(condition: Condition): string {
  const { relation, value } = relationWords(condition);
  return [condition.key.trim() === '' ? '…' : condition.key, relation, value].filter(Boolean).join(' ');
}

/** What comes after the property; `value` is '' where the relation says all. */
export function relationWords({ operator, value }: Omit<Condition, 'key'>): { relation: string; value: string } {
  const { relation, several, ago: agoTemplate } = operatorWords[operator];
  const texts = valuesOf(value);
  if (valueSort(operator) === 'none') return { relation, value: '' };
  if (several !== undefined && texts.length > 1)
    return { relation: several.relation, value: texts.join(several.joint) };
  const ago = valueSort(operator) === 'date' ? readAgo(texts[0] ?? '') : null;
  if (ago === null) return { relation, value: texts.join(' or ') || '…' };
  if (agoTemplate === undefined) return { relation, value: `${agoWords(ago)} ago` };
  return { relation: agoTemplate.replace('…', agoWords(ago)), value: '' };
}

/** The values of a condition as text, whatever form they were stored in. */
export function valuesOf(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  return (Array.isArray(value) ? value : [value]).map(textOf);
}

export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}

/** What is left of a value when the operator changes: as much as the new one can compare with. */
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

const units = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' } as const;
export type AgoUnit = keyof typeof units;
export const agoUnits = Object.entries(units).map(([value, word]) => ({ value: value as AgoUnit, label: `${word}s` }));

/** The parts of a date given as so long ago ("-7d"); null for any other. */
export function readAgo(text: string): { amount: number; unit: AgoUnit } | null {
  const [, amount, unit] = /^-?(\d+)([hdwmy])$/.exec(text.trim()) ?? [];
  return amount === undefined ? null : { amount: Number(amount), unit: unit as AgoUnit };
}

/** "7 days", "1 month". */
function agoWords({ amount, unit }: { amount: number; unit: AgoUnit }): string {
  return `${amount} ${units[unit]}${amount === 1 ? '' : 's'}`;
}

/** A day, an ISO date-time, or so long ago: what a date is compared with. */
function isMoment(text: string): boolean {
  if (readAgo(text) !== null) return true;
  return /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/.test(text.trim()) && !Number.isNaN(Date.parse(text.trim()));
}
