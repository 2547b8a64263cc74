import type { TestRun } from '#server/test-runs/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { PageForm } from '../../ui/form/page-form.tsx';
import { useEditForm } from '../../ui/form/use-edit-form.ts';
import { uiWords } from '../../ui/words.ts';
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
  const { unsaved, done, failed } = uiWords.save;
  const text = { what: testRunWords.thisTestRun, failed, unsaved: unsaved(run.name), done: () => done(run.name) };
  return (
    <PageForm state={state} access="write" text={text} slot={slot} isShown={isShown} tab="details">
      <fieldset className={classes.details} disabled={isLocked} aria-label={words.tabs.names.details}>
        <DescriptionFields form={state.form} onChange={state.change} />
      </fieldset>
    </PageForm>
  );
}
