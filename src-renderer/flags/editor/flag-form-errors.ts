import { flagInput } from '#server/flags/contract.ts';
import { textOf, valueSort, valuesOf } from '../../properties/operators.ts';
import type { PropertyDraft } from '../../properties/property-draft.ts';
import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { withIssues } from '../../ui/form/with-issues.ts';
import { type FlagFormValues, inputOf } from './flag-form-values.ts';
import { flagEditorWords } from './words.tsx';

/** Returns what is wrong with the form, by field; empty when it can be sent. */
export const validate = (form: FlagFormValues): FieldErrors => withIssues(ownErrors(form), flagInput, inputOf(form));

/** Returns errors that the contract would explain less well, or would accept although they are mistakes. */
function ownErrors(form: FlagFormValues): FieldErrors {
  const errors: FieldErrors = {};
  if (form.key === '') errors.key = flagEditorWords.errors.key;
  for (const [index, { properties }] of form.conditions.entries()) {
    for (const [place, property] of properties.entries()) {
      const path = `filters__groups__${index}__properties__${place}`;
      if (property.key.trim() === '') errors[`${path}__key`] = flagEditorWords.errors.property;
      const error = valueError(property);
      if (error !== null) errors[`${path}__value`] = error;
    }
  }
  if (!form.isMultivariate) return errors;
  const variants = 'filters__multivariate__variants';
  if (form.variants.length === 0) errors[variants] = flagEditorWords.errors.variants;
  for (const [index, { key }] of form.variants.entries()) {
    if (key === '') errors[`${variants}__${index}__key`] = flagEditorWords.errors.variantKey;
    else if (form.variants.findIndex((variant) => variant.key === key) < index)
      errors[`${variants}__${index}__key`] = flagEditorWords.errors.variantKeyTaken;
  }
  return errors;
}

/** Returns what is wrong with the value of a property condition; null when it is valid. */
export function valueError({ operator, value }: Pick<PropertyDraft, 'operator' | 'value'>): string | null {
  switch (valueSort(operator)) {
    case 'none':
      return null;
    case 'many':
      // The API allows '' as a value.
      return value === '' || valuesOf(value).length > 0 ? null : flagEditorWords.errors.values;
    case 'number':
      return textOf(value).trim() === '' || Number.isNaN(Number(value)) ? flagEditorWords.errors.number : null;
    case 'date':
      // The server parses more dates than this; what it rejects is shown with the reach.
      return /^-?[hdwmy]?$/.test(textOf(value).trim()) ? flagEditorWords.errors.date : null;
    default:
      return textOf(value) === '' ? flagEditorWords.errors.value : null;
  }
}
