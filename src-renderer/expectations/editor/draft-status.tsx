import { useQuery } from '@tanstack/react-query';
import type { CheckResult, Expectation } from '#server/expectations/contract.ts';
import { explainError } from '../../api/errors.ts';
import { useProject } from '../../projects/current-project.ts';
import { useSettled } from '../../ui/form/use-settled.ts';
import looks from '../../ui/text.module.css';
import { draftCheckQuery, runStatusQuery } from '../queries.ts';
import { ExpectationStatus } from '../status/expectation-status.tsx';
import { Outcome } from '../status/outcome.tsx';
import classes from './expectation-editor.module.css';
import { inputOf } from './expectation-form.ts';
import type { ExpectationFormState } from './use-expectation-form.ts';
import { words } from './words.ts';

type Props = { state: ExpectationFormState; saved: Expectation | null };

/** Shows the live status of the saved expectation, or how a changed draft would end now. */
export function DraftStatus({ state, saved }: Props) {
  const { testRun } = state.form;
  if (saved !== null && !state.isDirty) return <SavedStatus saved={saved} />;
  if (testRun === null) return <Note>{words.preview.everyEvent}</Note>;
  return <CheckedDraft run={testRun} state={state} />;
}

const Note = ({ children }: { children: string }) => <p className={looks.note}>{children}</p>;

function CheckedDraft({ run, state }: { run: string; state: ExpectationFormState }) {
  const isComplete = Object.keys(state.shown.errors).length === 0;
  const [settled, isSettled] = useSettled(isComplete ? inputOf(state.form) : null);
  const { data, error, isPlaceholderData } = useQuery(draftCheckQuery(useProject().id, run, settled));
  const result = data?.results[0];
  if (!isComplete) return <Note>{words.preview.incomplete}</Note>;
  if (error !== null) return <Note>{words.preview.failed(explainError(error).message)}</Note>;
  if (result === undefined) return <Note>{words.preview.loading}</Note>;
  return <Status title={words.preview.title} result={result} isStale={!isSettled || isPlaceholderData} />;
}

function SavedStatus({ saved }: { saved: Expectation }) {
  const { data } = useQuery({
    ...runStatusQuery(useProject().id, saved.test_run ?? ''),
    enabled: saved.test_run !== null,
  });
  const known = data?.results.find(({ expectation }) => expectation.id === saved.id);
  const result = known ?? { ...saved, expectation: saved, matches: [], surplus: [] };
  return <Status title={words.preview.titleOfSaved} result={result} />;
}

type StatusProps = { title: string; result: CheckResult; isStale?: boolean };

const Status = ({ title, result, isStale = false }: StatusProps) => (
  <div className={classes.status}>
    <h2 className={looks.title}>{title}</h2>
    <div data-stale={isStale || undefined}>
      <div role="status">
        <ExpectationStatus status={result.status} />
      </div>
      <Outcome result={result} />
    </div>
  </div>
);
