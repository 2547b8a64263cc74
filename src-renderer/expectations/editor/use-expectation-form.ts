import type { Expectation } from '#server/expectations/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { type EditRules, useEditForm } from '../../ui/form/use-edit-form.ts';
import { useAddExpectation, useUpdateExpectation } from '../queries.ts';
import { type ExpectationDraft, type ExpectationForm, formOf, inputOf } from './expectation-form.ts';
import { fieldOf, validate } from './form-errors.ts';

const rules: EditRules<Expectation, ExpectationForm, ExpectationDraft> = { formOf, inputOf, validate, fieldOf };

/** Returns the editor's state of one expectation, or of a new one (`saved` null, beginning with `start`). */
export function useExpectationForm(saved: Expectation | null, start: () => ExpectationForm) {
  const project = useProject();
  const add = useAddExpectation(project.id);
  const update = useUpdateExpectation(project.id);
  return useEditForm({
    saved,
    start,
    rules,
    send: (form, changed) =>
      saved === null ? add.mutateAsync(inputOf(form)) : update.mutateAsync({ id: saved.id, ...changed }),
  });
}
export type ExpectationFormState = ReturnType<typeof useExpectationForm>;

/** What a part of the form needs of its state. */
export type FieldsProps = { state: Pick<ExpectationFormState, 'form' | 'change'> };
