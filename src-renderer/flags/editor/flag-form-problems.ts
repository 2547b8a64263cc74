import { flagInput } from '#server/flags/contract.ts';
import { textOf, valueSort, valuesOf } from '../../properties/operators.ts';
import type { PropertyDraft } from '../../properties/property-draft.ts';
import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { type FlagForm, inputOf } from './flag-form-values.ts';

/** Everything the form can know to be wrong before the server is asked; empty when it may be sent. */
export function validate(form: FlagForm): FieldErrors {
  const problems = ownProblems(form);
  const parsed = flagInput.safeParse(inputOf(form));
  for (const { path, message } of parsed.error?.issues ?? []) problems[path.join('__')] ??= message;
  return problems;
}

/** Where the contract would say less than can be said here, or takes what no one can mean. */
function ownProblems(form: FlagForm): FieldErrors {
  const problems: FieldErrors = {};
  if (form.key === '') problems.key = 'Give the flag a key: it is what your code asks for.';
  for (const [index, { properties }] of form.conditions.entries()) {
    for (const [place, property] of properties.entries()) {
      const path = `filters__groups__${index}__properties__${place}`;
      if (property.key.trim() === '') problems[`${path}__key`] = 'Choose a property.';
      const problem = valueProblem(property);
      if (problem !== null) problems[`${path}__value`] = problem;
    }
  }
  if (!form.isMultivariate) return problems;
  const variants = 'filters__multivariate__variants';
  if (form.variants.length === 0) problems[variants] = 'Add a variant, or make the flag a boolean one.';
  for (const [index, { key }] of form.variants.entries()) {
    if (key === '') problems[`${variants}__${index}__key`] = 'Give the variant a key.';
    else if (form.variants.findIndex((variant) => variant.key === key) < index)
      problems[`${variants}__${index}__key`] = 'Another variant has this key.';
  }
  return problems;
}

/** What is wrong with the value of one property condition; null when nothing is. */
export function valueProblem({ operator, value }: Pick<PropertyDraft, 'operator' | 'value'>): string | null {
  switch (valueSort(operator)) {
    case 'none':
      return null;
    case 'many':
      // '' is a value: a client of the API may compare with it.
      return value === '' || valuesOf(value).length > 0 ? null : 'Give at least one value.';
    case 'number':
      return textOf(value).trim() === '' || Number.isNaN(Number(value)) ? 'Give a number.' : null;
    case 'date':
      // The server reads dates more leniently than a form could say; what it refuses is shown by the reach.
      return /^-?[hdwmy]?$/.test(textOf(value).trim()) ? 'Give a date.' : null;
    default:
      return textOf(value) === '' ? 'Give a value.' : null;
  }
}
