import type { FieldErrors } from '../ui/form/field-errors.ts';
import { textOf, valueSort, valuesOf } from './operators.ts';
import type { PropertyDraft } from './property-draft.ts';
import { propertyEditorWords } from './words.ts';

const { errors: text } = propertyEditorWords;

type Condition = Pick<PropertyDraft, 'key' | 'operator' | 'value'>;

/** Returns the errors of conditions by field. `path`: of their list. */
export function propertyErrors(properties: readonly Condition[], path: string): FieldErrors {
  const errors: FieldErrors = {};
  for (const [place, property] of properties.entries()) {
    if (property.key.trim() === '') errors[`${path}__${place}__key`] = text.key;
    const error = valueError(property);
    if (error !== null) errors[`${path}__${place}__value`] = error;
  }
  return errors;
}

/** Returns the error of a value; null for none. */
export function valueError({ operator, value }: Pick<Condition, 'operator' | 'value'>): string | null {
  switch (valueSort(operator)) {
    case 'none':
      return null;
    case 'many':
      // The API allows '' as a value.
      return value === '' || valuesOf(value).length > 0 ? null : text.values;
    case 'number':
      return textOf(value).trim() === '' || Number.isNaN(Number(value)) ? text.number : null;
    case 'date':
      // The server parses more dates than this; what it rejects is shown with the reach.
      return /^-?[hdwmy]?$/.test(textOf(value).trim()) ? text.date : null;
    default:
      return textOf(value) === '' ? text.value : null;
  }
}
