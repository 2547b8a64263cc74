import { useState } from 'react';
import type { SavedMetric } from '#server/experiments/saved-metrics/saved-metric-contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { FieldErrorsContext } from '../../ui/form/field-errors.ts';
import { metricProblems } from '../setup/experiment-form-problems.ts';
import { filtersOf, type MetricDraft, readMetric } from '../setup/metrics/metric-draft.ts';
import { MetricFields } from '../setup/metrics/metric-fields.tsx';
import { useChangeSavedMetric } from './queries.ts';
import classes from './saved-metrics.module.css';
import { savedMetricWords } from './words.ts';

type Props = { saved: SavedMetric; onClose: () => void };

/** Changes the definition, and says first which experiments it changes. */
export function EditSavedMetric({ saved, onClose }: Props) {
  const project = useProject();
  const change = useChangeSavedMetric(project.id);
  const [metric, setMetric] = useState<MetricDraft>(() => readMetric(saved.filters));
  const errors = metricProblems(metric, 'filters');
  return (
    <ConfirmDialog
      title={savedMetricWords.editTitle(saved.name)}
      verb={savedMetricWords.save}
      size="lg"
      isCalm
      onConfirm={() => change.mutateAsync({ id: saved.id, filters: filtersOf(metric) })}
      onClose={onClose}
    >
      <FieldErrorsContext value={{ errors, serverErrors: {}, submitErrors: {} }}>
        <MetricFields metric={metric} of={savedMetricWords.of} path="filters" onChange={setMetric} />
      </FieldErrorsContext>
      <p className={classes.effect}>{savedMetricWords.effect(saved.experiments)}</p>
    </ConfirmDialog>
  );
}
