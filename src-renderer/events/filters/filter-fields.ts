import { nearestName } from '#server/core/nearest-contract.ts';
import { eventWarning } from '#server/events/contract.ts';
import { propertyType } from '#server/events/filters/filter-contract.ts';
import { eventReason } from '#server/events/reason-contract.ts';
import { testRunFilter } from '#server/test-runs/contract.ts';
import { liveStatus } from './live-search.ts';
import { isMoment } from './moments.ts';
import { words } from './words.ts';

const { problems } = words;

/** The names before a colon in the filter, each with an example. */
export const filterFields = {
  event: 'event:signup',
  person: 'person:user-17',
  distinct_id: 'distinct_id:user-17',
  status: 'status:dropped',
  reason: 'reason:no_distinct_id',
  warning: 'warning:any',
  request: 'request:42',
  test_run: 'test_run:checkout-124',
  since: 'since:15m',
  until: 'until:2026-03-01',
  has: 'has:plan',
  type: 'type:total=number',
  is: 'is:pinned',
} as const;
export type FilterField = keyof typeof filterFields;
const fieldNames = Object.keys(filterFields) as FilterField[];

/** The values of fields that have a list of them. */
export const fieldValues = {
  status: liveStatus.options,
  reason: eventReason.options,
  warning: [...eventWarning.shape.code.options, 'any'],
  is: ['pinned'],
} as const satisfies Partial<Record<FilterField, readonly string[]>>;

/** Returns what is wrong with the value of a field, or null. */
export function valueProblem(field: FilterField, value: string): string | null {
  if (field === 'status' || field === 'reason' || field === 'warning' || field === 'is') {
    const values: readonly string[] = fieldValues[field];
    if (values.includes(value.toLowerCase())) return null;
    const nearest = nearestName(value, values);
    if (nearest !== null) return problems.misspelledValue(field, value, `${field}:${nearest}`);
    return field === 'is' || field === 'status' ? problems[field] : problems.unknownValue(field, value);
  }
  if (field === 'request' && !/^\d{1,15}$/.test(value)) return problems.request;
  if (field === 'test_run' && !testRunFilter.safeParse(value).success) return problems.testRun;
  if ((field === 'since' || field === 'until') && !isMoment(value)) return problems.moment(field);
  if (field === 'type' && readType(value) === null) return problems.type(filterFields.type, propertyType.options);
  return null;
}

/** Reads `total=number`. */
export function readType(value: string) {
  const at = value.lastIndexOf('=');
  const type = propertyType.safeParse(value.slice(at + 1));
  return at > 0 && type.success ? { key: value.slice(0, at), type: type.data } : null;
}

/** Returns the field that a word like `evnt:signup` meant, or null if it is just text. */
export function misspelledField(word: string): string | null {
  const [, name = '', value = ''] = /^[!-]?([a-z_]{3,12}):(?!\/\/)(.+)$/i.exec(word) ?? [];
  if (name === '') return null;
  const nearest = nearestName(name, fieldNames);
  return nearest === null ? null : problems.misspelledField(name, `${nearest}:${value}`);
}

/** A word that joins conditions in other query languages: before one, or last in a text. */
export const joiner = {
  before: /(not|and|or)\s+(?!\s|(?:not|and|or)\s)/iy,
  last: /(?:^|\s)(?:not|and|or)$/i,
};

/** Writes the opposite of a condition. Not every condition has one. */
export const oppositeOf = (condition: string): string =>
  /^[!-]/.test(condition) ? condition.slice(1) : `!${condition}`;
