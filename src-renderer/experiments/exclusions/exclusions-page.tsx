import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JsonObject } from '#server/core/contract.ts';
import { excludedPeople } from '#server/experiments/exclusions/exclusions-contract.ts';
import { type ExperimentExclusions, project } from '#server/projects/contract.ts';
import { type PropertyRow, propertyInputOf, rowOf } from '../../actions/editor/action-form.ts';
import { patch } from '../../api/api.ts';
import { useRefusal } from '../../api/permissions.ts';
import { questionQuery } from '../../api/question-query.ts';
import { useProject } from '../../projects/current-project.ts';
import { projectKeys } from '../../projects/queries.ts';
import { propertyErrors } from '../../properties/property-errors.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { type FieldErrors, FieldErrorsContext, fieldFinder, serverErrorsOf } from '../../ui/form/field-errors.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { submitting } from '../../ui/form/submitting.ts';
import { useSettled } from '../../ui/form/use-settled.ts';
import layout from '../../ui/layout.module.css';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { experimentsPath, useExperimentChange } from '../queries.ts';
import { AddFilterButtons } from '../setup/metrics/add-filter-buttons.tsx';
import { MetricFilters } from '../setup/metrics/metric-filters.tsx';
import classes from './exclusions.module.css';
import { exclusionsWords, previewWords, ruleWords } from './exclusions-words.ts';

const path = 'experiment_exclusions';
const fieldOf = fieldFinder([/^experiment_exclusions__properties__\d+__(key|operator|value)/]);

/** Edits whom the project excludes from its experiments. */
export function ExclusionsPage() {
  const { id, name, experiment_exclusions: exclusions } = useProject();
  return (
    <Page title={exclusionsWords.title} description={exclusionsWords.description(name)}>
      <Section title={exclusionsWords.people}>
        <ExclusionsForm key={`${id} ${JSON.stringify(exclusions)}`} projectId={id} exclusions={exclusions} />
      </Section>
    </Page>
  );
}

const rowsOf = ({ properties }: ExperimentExclusions) => properties.map((filter) => rowOf(filter, crypto.randomUUID()));
const bodyOf = (bots: boolean, rows: readonly PropertyRow[]): JsonObject => ({
  bots,
  properties: rows.map(propertyInputOf),
});

function ExclusionsForm({ projectId, exclusions }: { projectId: number; exclusions: ExperimentExclusions }) {
  const save = useExclude(projectId);
  const [bots, setBots] = useState(exclusions.bots);
  const [rows, setRows] = useState(() => rowsOf(exclusions));
  const refusal = useRefusal('edit_definitions');
  const body = bodyOf(bots, rows);
  const errors = propertyErrors(rows, `${path}__properties`);
  const isComplete = Object.keys(errors).length === 0;
  const [submitErrors, setSubmitErrors] = useState<FieldErrors>({});
  const isDirty = JSON.stringify(body) !== JSON.stringify(bodyOf(exclusions.bots, rowsOf(exclusions)));
  const serverErrors = serverErrorsOf(save.error, fieldOf);
  return (
    <form
      className={classes.form}
      onSubmit={submitting(() => {
        setSubmitErrors(errors);
        if (isDirty && isComplete) save.mutate(body);
      })}
    >
      <Switch
        {...exclusionsWords.bots}
        checked={bots}
        disabled={refusal !== undefined}
        onChange={(event) => setBots(event.currentTarget.checked)}
      />
      <p className={classes.dim}>{rows.length === 0 ? exclusionsWords.none : exclusionsWords.conditions}</p>
      <FieldErrorsContext value={{ errors, serverErrors, submitErrors }}>
        <MetricFilters
          rows={rows}
          of={exclusionsWords.rows}
          path={path}
          event="$feature_flag_called"
          onRows={setRows}
        />
      </FieldErrorsContext>
      <div className={layout.wrap}>
        <AddFilterButtons
          owners={['person', 'event']}
          isLocked={refusal !== undefined}
          onAdd={(row) => setRows([...rows, row])}
        />
      </div>
      <p className={classes.dim}>{exclusionsWords.kinds}</p>
      <Preview projectId={projectId} exclusions={isComplete ? body : null} />
      <p className={classes.dim}>{refusal ?? exclusionsWords.effect}</p>
      {save.error !== null && Object.keys(serverErrors).length === 0 && (
        <ErrorNote what={exclusionsWords.failed} error={save.error} />
      )}
      <div>
        <SubmitButton isDirty={isDirty} isSaving={save.isPending} isLocked={refusal !== undefined} />
      </div>
    </form>
  );
}

/** Counts before the save, so that nobody is excluded unseen; nothing new while a condition is not complete. */
function Preview({ projectId, exclusions }: { projectId: number; exclusions: JsonObject | null }) {
  const [asked] = useSettled(exclusions);
  const { data, error } = useQuery({ ...excludedPeopleQuery(projectId, asked), retry: false });
  return (
    <section className={classes.preview} aria-label={exclusionsWords.preview} role="status">
      {error !== null ? (
        <ErrorNote what={exclusionsWords.what} error={error} />
      ) : (
        data !== undefined && <b>{previewWords(data)}</b>
      )}
      {error === null && data !== undefined && (
        <ul>
          {ruleWords(data).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Counts the people whom the body of a save would exclude; asks nothing while it is null. */
function excludedPeopleQuery(projectId: number, exclusions: unknown) {
  return questionQuery(
    ['excluded people', projectId, exclusions],
    `${experimentsPath(projectId)}excluded_people/`,
    excludedPeople,
    { question: exclusions, what: exclusionsWords.what },
  );
}

/** Saves whom the project excludes; every result may change. */
function useExclude(projectId: number) {
  return useExperimentChange(
    projectId,
    (exclusions: unknown) => patch(`/api/projects/${projectId}/`, { experiment_exclusions: exclusions }, project),
    (client) => client.invalidateQueries({ queryKey: projectKeys.all, exact: true }),
  );
}
