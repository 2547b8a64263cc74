import { notifications } from '@mantine/notifications';
import { useRef } from 'react';
import type { TestRun } from '#server/test-runs/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { FieldErrorsContext } from '../../ui/form/field-errors.ts';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { OutdatedNotice, SaveActions, SaveProblems } from '../../ui/form/save-actions.tsx';
import { useEditForm } from '../../ui/form/use-edit-form.ts';
import { useFocusFirstError } from '../../ui/form/use-focus-first-error.ts';
import { useSaveKey } from '../../ui/form/use-save-key.ts';
import { useUpdateTestRun } from '../queries.ts';
import { DescriptionFields } from '../start/run-fields.tsx';
import { describeRules } from '../start/run-form.ts';
import { testRunWords } from '../words.ts';
import classes from './test-run-page.module.css';
import { words } from './words.ts';

type Props = { run: TestRun; slot: HTMLElement | null; isShown: boolean };

/** Edits the label, build and note of a test run; its save button is rendered in `slot`. */
export function DetailsForm({ run, slot, isShown }: Props) {
  const update = useUpdateTestRun(useProject().id);
  const isLocked = useRefusal('write') !== undefined;
  const fields = useRef<HTMLFieldSetElement>(null);
  const state = useEditForm({
    saved: run,
    start: () => describeRules.formOf(run),
    rules: describeRules,
    send: (_, changed) => update.mutateAsync({ name: run.name, ...changed }),
  });
  const save = async () => {
    const saved = await state.save();
    if (saved !== undefined) notifications.show({ message: words.details.saved(saved.name) });
  };
  useSaveKey(() => void save(), 'write');
  useFocusFirstError(fields, state.failures, isShown);
  return (
    <FieldErrorsContext value={state.shown}>
      {state.isOutdated && <OutdatedNotice what={testRunWords.thisTestRun} onReload={state.reload} />}
      <fieldset ref={fields} className={classes.details} disabled={isLocked} aria-label={words.tabs.names.details}>
        <SaveProblems state={state} what={words.details.save} />
        <DescriptionFields form={state.form} onChange={state.change} />
      </fieldset>
      {!isLocked && (isShown || state.isDirty) && (
        <SaveActions access="write" slot={slot} state={state} isDirty={state.isDirty} onSave={() => void save()} />
      )}
      <LeaveGuard isDirty={() => state.isDirty} what={words.details.unsaved(run.name)} />
    </FieldErrorsContext>
  );
}
