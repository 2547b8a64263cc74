import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JsonObject } from '#server/core/contract.ts';
import { type ExcludedPeople, excludedPeople } from '#server/experiments/exclusions/exclusions-contract.ts';
import { type ExperimentExclusions, project } from '#server/projects/contract.ts';
import { type PropertyRow, propertyInputOf, rowOf } from '../../actions/editor/action-form.ts';
import { patch } from '../../api/api.ts';
import { useRefusal } from '../../api/permissions.ts';
import { questionQuery } from '../../api/question-query.ts';
import { REFRESH_MS } from '../../api/read-query.ts';
import { useProject } from '../../projects/current-project.ts';
import { projectKeys } from '../../projects/queries.ts';
import { propertyErrors } from '../../properties/property-errors.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { fieldFinder } from '../../ui/form/field-errors.ts';
import { PageForm } from '../../ui/form/page-form.tsx';
import { type EditRules, useEditForm } from '../../ui/form/use-edit-form.ts';
import { useSettled } from '../../ui/form/use-settled.ts';
import layout from '../../ui/layout.module.css';
import { FormPage } from '../../ui/page/form-page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { experimentsPath, useExperimentChange } from '../queries.ts';
import { AddFilterButtons } from '../setup/metrics/add-filter-buttons.tsx';
import { MetricFilters } from '../setup/metrics/metric-filters.tsx';
import classes from './exclusions.module.css';
import { exclusionsWords, previewWords, ruleWords } from './exclusions-words.ts';

const path = 'experiment_exclusions';

/** Edits whom the project excludes from its experiments. */
export function ExclusionsPage() {
  const { id, name, experiment_exclusions: exclusions } = useProject();
  return (
    <FormPage title={exclusionsWords.title} description={exclusionsWords.description(name)}>
      {(slot) => (
        <Section title={exclusionsWords.people}>
          <ExclusionsForm key={id} projectId={id} exclusions={exclusions} slot={slot} />
        </Section>
      )}
    </FormPage>
  );
}

const rules: EditRules<ExperimentExclusions, { bots: boolean; rows: PropertyRow[] }, JsonObject> = {
  formOf: ({ bots, properties }, sent) => ({
    bots,
    rows: properties.map((filter, index) => rowOf(filter, sent?.rows[index]?.id ?? crypto.randomUUID())),
  }),
  inputOf: ({ bots, rows }) => ({ bots, properties: rows.map(propertyInputOf) }),
  validate: ({ rows }) => propertyErrors(rows, `${path}__properties`),
  fieldOf: fieldFinder([/^experiment_exclusions__properties__\d+__(key|operator|value)/]),
};

type Props = { projectId: number; exclusions: ExperimentExclusions; slot: HTMLElement | null };

function ExclusionsForm({ projectId, exclusions, slot }: Props) {
  const exclude = useExclude(projectId);
  const isLocked = useRefusal('edit_definitions') !== undefined;
  const mayCount = useRefusal('write') === undefined;
  const state = useEditForm({
    saved: exclusions,
    start: () => rules.formOf(exclusions),
    rules,
    send: async (_, changed) => (await exclude.mutateAsync({ ...exclusions, ...changed })).experiment_exclusions,
  });
  const { form, change, shown } = state;
  const isComplete = Object.keys(shown.errors).length === 0;
  return (
    <PageForm state={state} text={exclusionsWords} slot={slot} className={classes.form}>
      <Switch
        {...exclusionsWords.bots}
        checked={form.bots}
        disabled={isLocked}
        onChange={(event) => change({ bots: event.currentTarget.checked })}
      />
      <p className={classes.dim}>{form.rows.length === 0 ? exclusionsWords.none : exclusionsWords.conditions}</p>
      <MetricFilters
        rows={form.rows}
        of={exclusionsWords.rows}
        path={path}
        event="$feature_flag_called"
        onRows={(rows) => change({ rows })}
      />
      <div className={layout.wrap}>
        <AddFilterButtons
          owners={['person', 'event']}
          isLocked={isLocked}
          onAdd={(row) => change({ rows: [...form.rows, row] })}
        />
      </div>
      <p className={classes.dim}>
        {exclusionsWords.kinds} {mayCount && exclusionsWords.counted}
      </p>
      {mayCount && <Preview projectId={projectId} exclusions={isComplete ? rules.inputOf(form) : null} />}
      {!isLocked && <p className={classes.dim}>{exclusionsWords.effect}</p>}
    </PageForm>
  );
}

/** Counts before the save, so that nobody is excluded unseen; nothing while a condition is not complete. */
function Preview({ projectId, exclusions }: { projectId: number; exclusions: JsonObject | null }) {
  const [asked, isSettled] = useSettled(exclusions);
  const { data, error, isPlaceholderData } = useQuery({ ...excludedPeopleQuery(projectId, asked), retry: false });
  return (
    <section
      className={classes.preview}
      data-stale={!isSettled || isPlaceholderData || undefined}
      aria-label={exclusionsWords.preview}
      role="status"
    >
      {exclusions === null ? (
        exclusionsWords.incomplete
      ) : error !== null ? (
        <ErrorNote what={exclusionsWords.countVerb} error={error} />
      ) : (
        data !== undefined && <Counts counted={data} />
      )}
    </section>
  );
}

function Counts({ counted }: { counted: ExcludedPeople }) {
  return (
    <>
      <b>{previewWords(counted)}</b>
      <ul>
        {ruleWords(counted).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </>
  );
}

/** Counts the people whom the body of a save would exclude; asks nothing while it is null. */
function excludedPeopleQuery(projectId: number, exclusions: unknown) {
  return questionQuery(
    ['excluded people', projectId, exclusions],
    `${experimentsPath(projectId)}excluded_people/`,
    excludedPeople,
    { question: exclusions, what: exclusionsWords.number, refreshEvery: REFRESH_MS },
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
