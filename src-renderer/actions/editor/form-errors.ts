import { actionInput } from '#server/actions/contract.ts';
import { propertyErrors } from '../../properties/property-errors.ts';
import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { withIssues } from '../../ui/form/with-issues.ts';
import { type ActionForm, inputOf, type StepDraft, textFields } from './action-form.ts';
import { words } from './words.tsx';

/** Returns what is wrong with the form, by the server's field names; empty when it can be sent. */
export function validate(form: ActionForm): FieldErrors {
  const errors: FieldErrors = {};
  if (form.name.trim() === '') errors.name = words.errors.name;
  for (const [index, step] of form.steps.entries()) Object.assign(errors, stepErrors(step, `steps__${index}`));
  return withIssues(errors, actionInput, inputOf(form));
}

function stepErrors({ texts, properties }: StepDraft, path: string): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of textFields) if (texts[field] === '') errors[`${path}__${field}`] = words.errors.missing[field];
  return Object.assign(errors, propertyErrors(properties, `${path}__properties`));
}
