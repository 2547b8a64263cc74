import type { PropertyOperator } from '#server/properties/contract.ts';

/** What an operator compares with: `many` values of which one must be met, one of another sort, or nothing. */
export type ValueSort = 'many' | 'text' | 'pattern' | 'number' | 'date' | 'none';

type Words = { operator: PropertyOperator; label: string; sort: ValueSort };

/** In the order of the operator's menu. */
const operators: Words[] = [
  { operator: 'exact', label: 'equals', sort: 'many' },
  { operator: 'is_not', label: 'is not', sort: 'many' },
  { operator: 'is_set', label: 'is set', sort: 'none' },
  { operator: 'is_not_set', label: 'is not set', sort: 'none' },
  { operator: 'icontains', label: 'contains', sort: 'text' },
  { operator: 'not_icontains', label: 'does not contain', sort: 'text' },
  { operator: 'regex', label: 'matches regex', sort: 'pattern' },
  { operator: 'not_regex', label: 'does not match regex', sort: 'pattern' },
  { operator: 'gt', label: 'greater than', sort: 'number' },
  { operator: 'gte', label: 'at least', sort: 'number' },
  { operator: 'lt', label: 'less than', sort: 'number' },
  { operator: 'lte', label: 'at most', sort: 'number' },
  { operator: 'is_date_exact', label: 'on date', sort: 'date' },
  { operator: 'is_date_before', label: 'before date', sort: 'date' },
  { operator: 'is_date_after', label: 'after date', sort: 'date' },
];

const sorts = Object.fromEntries(operators.map(({ operator, sort }) => [operator, sort]));

export function valueSort(operator: PropertyOperator): ValueSort {
  return sorts[operator] ?? 'many';
}

const optionsOf = (...wanted: ValueSort[]) =>
  operators.filter(({ sort }) => wanted.includes(sort)).map(({ operator, label }) => ({ value: operator, label }));

/** Grouped for a select. */
export const operatorOptions = [
  { group: 'Value', items: optionsOf('many', 'none') },
  { group: 'Text', items: optionsOf('text', 'pattern') },
  { group: 'Number', items: optionsOf('number') },
  { group: 'Date', items: optionsOf('date') },
];

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
export function agoWords({ amount, unit }: { amount: number; unit: AgoUnit }): string {
  return `${amount} ${units[unit]}${amount === 1 ? '' : 's'}`;
}

/** A day, an ISO date-time, or so long ago: what a date is compared with. */
function isMoment(text: string): boolean {
  if (readAgo(text) !== null) return true;
  return /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/.test(text.trim()) && !Number.isNaN(Date.parse(text.trim()));
}
