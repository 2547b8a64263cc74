import { notifications } from '@mantine/notifications';
import type { TestRun } from '#server/test-runs/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { PageForm } from '../../ui/form/page-form.tsx';
import { useEditForm } from '../../ui/form/use-edit-form.ts';
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
  const state = useEditForm({
    saved: run,
    start: () => describeRules.formOf(run),
    rules: describeRules,
    send: (_, changed) => update.mutateAsync({ name: run.name, ...changed }),
  });
  const text = { what: testRunWords.thisTestRun, failed: words.details.save, unsaved: words.details.unsaved(run.name) };
  const onSaved = () => notifications.show({ message: words.details.saved(run.name) });
  return (
    <PageForm state={state} access="write" text={text} slot={slot} isShown={isShown} onSaved={onSaved}>
      <fieldset className={classes.details} disabled={isLocked} aria-label={words.tabs.names.details}>
        <DescriptionFields form={state.form} onChange={state.change} />
      </fieldset>
    </PageForm>
  );
}
