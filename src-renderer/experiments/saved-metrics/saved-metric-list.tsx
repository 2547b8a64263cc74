import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedMetric } from '#server/experiments/saved-metrics/saved-metric-contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { EditableName } from '../../ui/form/fields/editable-name.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { actionsColumn, RowButton } from '../../ui/table/row-button.tsx';
import { metricWords } from '../setup/metrics/metric-words.ts';
import { EditSavedMetric } from './edit-saved-metric.tsx';
import { savedMetricsQuery, useChangeSavedMetric, useDeleteSavedMetric } from './queries.ts';
import { savedMetricWords } from './words.ts';

type Asked = { dialog: 'edit' | 'delete'; metric: SavedMetric };

/** Shows the metrics of the project that experiments share. */
export function SavedMetricList() {
  const project = useProject();
  const query = useQuery(savedMetricsQuery(project.id));
  const [asked, setAsked] = useState<Asked | null>(null);
  const remove = useDeleteSavedMetric(project.id);
  const columns = useColumns(setAsked);
  if (query.data === undefined) return <QueryState query={query} what={savedMetricWords.list} rows={3} />;
  if (query.data.length === 0)
    return <EmptyState title={savedMetricWords.empty.title}>{savedMetricWords.empty.text}</EmptyState>;
  const close = () => setAsked(null);
  return (
    <>
      <DataTable label={savedMetricWords.title} columns={columns} rows={query.data} rowKey={({ id }) => id} />
      {asked?.dialog === 'edit' && <EditSavedMetric saved={asked.metric} onClose={close} />}
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
      width: '124px',
      cell: ({ experiments }) => (
        <span title={experiments.map(({ name }) => name).join('\n')}>{savedMetricWords.used(experiments.length)}</span>
      ),
    },
    {
      header: savedMetricWords.columns.changed,
      width: '96px',
      align: 'end',
      cell: ({ updated_at: at }) => <RelativeTime date={at} />,
    },
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
