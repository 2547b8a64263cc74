import { flagInput } from '#server/flags/contract.ts';
import { propertyErrors } from '../../properties/property-errors.ts';
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
    Object.assign(errors, propertyErrors(properties, `filters__groups__${index}__properties`));
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
