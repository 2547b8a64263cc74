import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JsonObject } from '#server/core/contract.ts';
import type { SavedMetric } from '#server/experiments/saved-metrics/saved-metric-contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { FieldErrorsContext } from '../../ui/form/field-errors.ts';
import { EditableName } from '../../ui/form/fields/editable-name.tsx';
import { OutdatedNotice } from '../../ui/form/save-actions.tsx';
import { type EditRules, useDraft } from '../../ui/form/use-edit-form.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { actionsColumn, RowButton } from '../../ui/table/row-button.tsx';
import { timeColumn } from '../../ui/table/time-column.tsx';
import { ExperimentLinks } from '../list/experiment-links.tsx';
import { metricProblems } from '../setup/experiment-form-problems.ts';
import { filtersOf, type MetricDraft, newMetric, readMetric } from '../setup/metrics/metric-draft.ts';
import { MetricFields } from '../setup/metrics/metric-fields.tsx';
import { metricWords } from '../setup/metrics/metric-words.ts';
import { savedMetricsQuery, useChangeSavedMetric, useDeleteSavedMetric } from './queries.ts';
import classes from './saved-metrics.module.css';
import { savedMetricWords } from './words.ts';

type Asked = { dialog: 'edit' | 'delete'; metric: SavedMetric };

/** Shows the metrics of the project that experiments share. */
export function SavedMetricList() {
  const project = useProject();
  const query = useQuery(savedMetricsQuery(project.id));
  const [asked, setAsked] = useState<Asked | null>(null);
  const remove = useDeleteSavedMetric(project.id);
  const columns = useColumns(setAsked);
  if (query.data === undefined) return <QueryState query={query} what={savedMetricWords.title} rows={3} />;
  const close = () => setAsked(null);
  return (
    <>
      {query.data.length === 0 ? (
        <EmptyState title={savedMetricWords.empty.title}>{savedMetricWords.empty.text}</EmptyState>
      ) : (
        <DataTable label={savedMetricWords.title} columns={columns} rows={query.data} rowKey={({ id }) => id} />
      )}
      {asked?.dialog === 'edit' && (
        <EditSavedMetric saved={query.data.find(({ id }) => id === asked.metric.id) ?? asked.metric} onClose={close} />
      )}
      {asked?.dialog === 'delete' && (
        <ConfirmDialog
          title={savedMetricWords.deleteTitle(asked.metric.name)}
          verb={savedMetricWords.deleteVerb}
          onConfirm={() => remove.mutateAsync(asked.metric)}
          onClose={close}
        >
          {savedMetricWords.deleteText}
        </ConfirmDialog>
      )}
    </>
  );
}

function useColumns(ask: (asked: Asked) => void): Column<SavedMetric>[] {
  const project = useProject();
  const guard = useGuard('edit_definitions');
  const rename = useChangeSavedMetric(project.id);
  return [
    {
      header: savedMetricWords.columns.name,
      width: '22%',
      cell: ({ id, name }) => <EditableName of={{ id, name }} label={savedMetricWords.nameOf} rename={rename} />,
    },
    {
      header: savedMetricWords.columns.definition,
      priority: 2,
      cell: ({ filters }) => <span title={metricWords(filters)}>{metricWords(filters)}</span>,
    },
    {
      header: savedMetricWords.columns.used,
      width: '26%',
      cell: ({ experiments }) => (
        <span className={classes.uses}>
          {experiments.length === 0 ? savedMetricWords.notUsed : <ExperimentLinks experiments={experiments} />}
        </span>
      ),
    },
    timeColumn(savedMetricWords.columns.changed, (metric) => metric.updated_at, '96px'),
    actionsColumn('136px', (metric) => (
      <>
        <RowButton
          aria-label={savedMetricWords.editOf(metric.name)}
          {...guard}
          onClick={() => ask({ dialog: 'edit', metric })}
        >
          {savedMetricWords.edit}
        </RowButton>
        <RowButton
          aria-label={savedMetricWords.deleteOf(metric.name)}
          {...guard}
          {...(metric.experiments.length > 0 && {
            disabled: true,
            title: savedMetricWords.inUse(metric.name, metric.experiments.length),
          })}
          onClick={() => ask({ dialog: 'delete', metric })}
        >
          {savedMetricWords.delete}
        </RowButton>
      </>
    )),
  ];
}

type Props = { saved: SavedMetric; onClose: () => void };

const rules: EditRules<SavedMetric, MetricDraft, JsonObject> = {
  formOf: ({ filters }) => readMetric(filters),
  inputOf: filtersOf,
  validate: (metric) => metricProblems(metric, 'filters'),
  fieldOf: () => null,
};

/** Changes the definition, and says first which experiments it changes. */
function EditSavedMetric({ saved, onClose }: Props) {
  const project = useProject();
  const change = useChangeSavedMetric(project.id);
  const draft = useDraft(saved, rules, newMetric);
  return (
    <ConfirmDialog
      title={savedMetricWords.editTitle(saved.name)}
      verb={savedMetricWords.save}
      size="lg"
      isHarmless
      isEdited={!draft.isSame(draft.base, draft.form)}
      onConfirm={() => change.mutateAsync({ id: saved.id, filters: filtersOf(draft.form) })}
      onClose={onClose}
    >
      {draft.isOutdated && (
        <OutdatedNotice what={savedMetricWords.this} effect={savedMetricWords.replaces} onReload={draft.reload} />
      )}
      <FieldErrorsContext value={{ errors: rules.validate(draft.form), serverErrors: {}, submitErrors: {} }}>
        <MetricFields metric={draft.form} of={savedMetricWords.of} path="filters" onChange={draft.setForm} />
      </FieldErrorsContext>
      <p className={classes.effect}>{savedMetricWords.effect(saved.experiments)}</p>
    </ConfirmDialog>
  );
}
