import {
  filtersUsing,
  optionsOfUse,
  ownDefinition,
  type SavedMetric,
} from '#server/experiments/saved-metrics/saved-metric-contract.ts';
import { filtersOf, type MetricDraft, readMetric } from '../setup/metrics/metric-draft.ts';

/** Returns the metric as a saved one; the experiment's own options stay. The definition is kept beside the id, to be shown. */
export const linkedTo = (metric: MetricDraft, { id, filters }: Pick<SavedMetric, 'id' | 'filters'>): MetricDraft =>
  readMetric(filtersUsing(id, filters, filtersOf(metric)));

/** Returns the metric with its own copy of the definition. */
export function unlinked(metric: MetricDraft): MetricDraft {
  const filters = filtersOf(metric);
  const own = ownDefinition(filters);
  return readMetric({ ...own, benchtop: { ...Object(own.benchtop), ...optionsOfUse(filters) } });
}
