import type { Action } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { fieldFinder } from '../../ui/form/field-errors.ts';
import { type EditRules, useEditForm } from '../../ui/form/use-edit-form.ts';
import { useCreateAction, useUpdateAction } from '../queries.ts';
import { type ActionForm, formOf, inputOf, type StepDraft, withSavedIds } from './action-form.ts';
import { validate } from './form-errors.ts';

const fieldOf = fieldFinder([
  /^(?:name|description|tags|owner_id|chat_message_format)(?=$|__\d+$)/,
  /^steps__\d+__(?:event|text|href|tag_name|selector|url|name)$/,
  /^steps__\d+__url_matching$/,
  /^steps__\d+__properties__\d+__(?:key|operator|value)/,
  /^steps__\d+__properties/,
]);
const rules: EditRules<Action, ActionForm, ReturnType<typeof inputOf>> = {
  formOf,
  inputOf,
  validate,
  fieldOf,
  withIds: withSavedIds,
};

/** Returns the editor's state of one action, or of a new one (`action` null, beginning with `start`). */
export function useActionForm(action: Action | null, start: () => ActionForm) {
  const project = useProject();
  const create = useCreateAction(project.id);
  const update = useUpdateAction(project.id);
  const edit = useEditForm({
    saved: action,
    start,
    rules,
    send: (form, changed) =>
      action === null ? create.mutateAsync(inputOf(form)) : update.mutateAsync({ id: action.id, ...changed }),
  });
  const changeStep = (id: string, step: StepDraft) =>
    edit.apply((current) => ({ ...current, steps: current.steps.map((one) => (one.id === id ? step : one)) }));
  return { ...edit, changeStep };
}
export type ActionFormState = ReturnType<typeof useActionForm>;
