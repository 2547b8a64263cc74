import { nearestName } from '#server/core/nearest-contract.ts';
import { eventReason, eventWarning } from '#server/events/contract.ts';
import { propertyType } from '#server/events/filter-contract.ts';
import { noTestRun, testRunFilter, testRunNameRule } from '#server/test-runs/contract.ts';
import { liveStatus } from './live-search.ts';
import { isMoment } from './moments.ts';

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

/** What is wrong with the value of a field, or null. */
export function valueProblem(field: FilterField, value: string): string | null {
  if (field === 'status' || field === 'reason' || field === 'warning' || field === 'is') {
    const values: readonly string[] = fieldValues[field];
    if (values.includes(value.toLowerCase())) return null;
    const nearest = nearestName(value, values);
    if (nearest !== null) return `No ${field} is called “${value}”. Did you mean ${field}:${nearest}?`;
    if (field === 'is') return 'Only is:pinned can be asked for.';
    return field === 'status'
      ? 'A status is accepted, dropped, rejected or unassigned.'
      : `No ${field} is called “${value}”. The list under the field has all of them.`;
  }
  if (field === 'request' && !/^\d{1,15}$/.test(value))
    return 'A request is named by its number, for example request:42.';
  if (field === 'test_run' && !testRunFilter.safeParse(value).success)
    return `The name of a test run has ${testRunNameRule}. test_run:${noTestRun} finds events of none.`;
  if ((field === 'since' || field === 'until') && !isMoment(value))
    return `Give ${field}: a date, a date and time, or how long ago: ${field}:15m, ${field}:2026-03-01.`;
  if (field === 'type' && readType(value) === null)
    return `Name a property and its type, for example ${filterFields.type}. Types: ${propertyType.options.join(', ')}.`;
  return null;
}

/** Reads `total=number`. */
export function readType(value: string) {
  const at = value.lastIndexOf('=');
  const type = propertyType.safeParse(value.slice(at + 1));
  return at > 0 && type.success ? { key: value.slice(0, at), type: type.data } : null;
}

/** What a word like `evnt:signup` was meant to be, or null if it is just text. */
export function misspelledField(word: string): string | null {
  const [, name = '', value = ''] = /^[!-]?([a-z_]{3,12}):(?!\/\/)(.+)$/i.exec(word) ?? [];
  if (name === '') return null;
  const nearest = nearestName(name, fieldNames);
  return nearest === null ? null : `There is no field “${name}”. Did you mean ${nearest}:${value}?`;
}
