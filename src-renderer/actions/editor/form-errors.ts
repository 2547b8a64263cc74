import { actionInput } from '#server/actions/contract.ts';
import { valueError } from '../../flags/editor/flag-form-errors.ts';
import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { type ActionForm, inputOf, type StepDraft, type TextField, textFields } from './action-form.ts';

/** Everything the form can know to be wrong before the server is asked, by field as the server names it; empty when it may be sent. */
export function validate(form: ActionForm): FieldErrors {
  const problems: FieldErrors = {};
  if (form.name.trim() === '') problems.name = 'Give the action a name.';
  for (const [index, step] of form.steps.entries()) Object.assign(problems, stepProblems(step, `steps__${index}`));
  const parsed = actionInput.safeParse(inputOf(form));
  for (const { path, message } of parsed.error?.issues ?? []) problems[path.join('__')] ??= message;
  return problems;
}

const missing: Record<TextField, string> = {
  event: 'Name an event, or remove the condition.',
  text: 'Give the text of the element, or remove the condition.',
  href: 'Give the address of the link, or remove the condition.',
  tag_name: 'Give a tag, or remove the condition.',
  selector: 'Give a selector, or remove the condition.',
  url: 'Give a URL or a part of one, or remove the condition.',
};

function stepProblems({ texts, properties }: StepDraft, path: string): FieldErrors {
  const problems: FieldErrors = {};
  for (const field of textFields) if (texts[field] === '') problems[`${path}__${field}`] = missing[field];
  for (const [place, property] of properties.entries()) {
    const at = `${path}__properties__${place}`;
    if (property.key.trim() === '') problems[`${at}__key`] = 'Choose a property.';
    const problem = valueError(property);
    if (problem !== null) problems[`${at}__value`] = problem;
  }
  return problems;
}
