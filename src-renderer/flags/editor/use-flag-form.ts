import type { Flag } from '#server/flags/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { type EditRules, useEditForm } from '../../ui/form/use-edit-form.ts';
import { useCreateFlag, useUpdateFlag } from '../queries.ts';
import { fieldOf } from './field-of.ts';
import { validate } from './flag-form-errors.ts';
import { editedOf, type FlagFormValues, formOf, inputOf, newForm } from './flag-form-values.ts';

const rules: EditRules<Flag, FlagFormValues, ReturnType<typeof editedOf>> = {
  formOf,
  inputOf: editedOf,
  validate,
  fieldOf,
};

/** Returns the editor's state of one flag, or of a new one (`flag` null). */
export function useFlagForm(flag: Flag | null, initialKey: string) {
  const project = useProject();
  const create = useCreateFlag(project.id);
  const update = useUpdateFlag(project.id);
  return useEditForm({
    saved: flag,
    start: () => newForm(initialKey),
    rules,
    send: (form, changed) =>
      flag === null ? create.mutateAsync(inputOf(form)) : update.mutateAsync({ id: flag.id, ...changed }),
  });
}
export type FlagFormState = ReturnType<typeof useFlagForm>;
