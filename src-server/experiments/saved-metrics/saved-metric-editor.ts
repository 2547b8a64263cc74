import type { Author } from '../../core/caller.ts';
import type { JsonObject } from '../../core/contract.ts';
import { existing } from '../../core/sql.ts';
import { withoutAbsent } from '../../core/without-absent.ts';
import type { Database } from '../../database/open.ts';
import { validationError } from '../../http/error.ts';
import type { ExperimentHistory } from '../lifecycle/history-store.ts';
import type { ExperimentStore } from '../store.ts';
import { updateCopies } from './copies.ts';
import {
  filtersUsing,
  type SavedMetric,
  type SavedMetricInput,
  type SavedMetricUpdate,
} from './saved-metric-contract.ts';
import type { SavedMetricStore } from './saved-metric-store.ts';

type Parts = {
  database: Database;
  savedMetrics: SavedMetricStore;
  experiments: Pick<ExperimentStore, 'touch' | 'experiment' | 'setMetrics'>;
  history: Pick<ExperimentHistory, 'record'>;
};

export type SavedMetricEditor = ReturnType<typeof createSavedMetricEditor>;

/** Changes saved metrics, each with the history of the experiments that use it in one transaction. */
export function createSavedMetricEditor({ database, savedMetrics, experiments, history }: Parts) {
  const read = (author: Author, id: number) => existing(savedMetrics.metric(author.projectId, id));

  /** Updates the copies of the definition that clients stored beside the id. */
  function withCopies(projectId: number, experimentId: number, id: number, definition: JsonObject): void {
    const { filters, secondary_metrics: secondary } = existing(experiments.experiment(projectId, experimentId));
    const updated = updateCopies({ filters, secondary }, (of, used) =>
      of === id ? filtersUsing(id, definition, used) : used,
    ) as { filters: object; secondary: object };
    experiments.setMetrics(experimentId, updated.filters, updated.secondary);
  }

  function change(author: Author, before: SavedMetric, update: SavedMetricUpdate): SavedMetric {
    const { name, description, filters } = { ...before, ...withoutAbsent(update) };
    savedMetrics.update(author.projectId, before, { name, description, filters });
    const sideOf = (side: SavedMetricInput | SavedMetric) => ({
      saved_metric: { id: before.id, name: side.name, filters: side.filters },
    });
    if (JSON.stringify(filters) === JSON.stringify(before.filters)) return read(author, before.id);
    for (const { id, status } of before.experiments) {
      // An ended one keeps its definition.
      if (status === 'complete') continue;
      experiments.touch(id);
      withCopies(author.projectId, id, before.id, filters);
      if (status !== 'running') continue;
      const after = sideOf({ name, description, filters });
      history.record(author, id, { kind: 'metric_changed', before: sideOf(before), after });
    }
    return read(author, before.id);
  }

  return {
    addSavedMetric: database.transaction(
      (author: Author, input: SavedMetricInput): SavedMetric => read(author, savedMetrics.insert(author, input)),
    ),
    changeSavedMetric: database.transaction(change),
    /** Throws a 400 that names the experiments which use it. */
    removeSavedMetric: database.transaction(({ id, name, experiments: uses }: SavedMetric): void => {
      if (uses.length > 0) throw validationError('in_use', inUse(name, uses));
      savedMetrics.remove(id);
    }),
  };
}

const maxNamed = 3;

function inUse(name: string, uses: SavedMetric['experiments']): string {
  const named = uses.slice(0, maxNamed).map((use) => `"${use.name}"`);
  const rest = uses.length > maxNamed ? ` and ${uses.length - maxNamed} more` : '';
  const [subject, verb, each] = uses.length === 1 ? ['experiment', 'uses', 'it'] : ['experiments', 'use', 'each'];
  return `The ${subject} ${named.join(', ')}${rest} ${verb} the metric "${name}". Give ${each} a metric of its own first.`;
}
