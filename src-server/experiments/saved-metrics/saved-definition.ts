import type { JsonObject } from '../../core/contract.ts';
import type { Database } from '../../database/open.ts';
import type { MetricWarning } from '../metrics/warning-contract.ts';
import { filtersUsing } from './saved-metric-contract.ts';

/** The filters that a metric counts by; null with the reason in `warning`. */
type Definition = { filters: unknown; warning?: MetricWarning };

/**
 * Reads the definition of a metric: its own filters, or those of the saved metric that it names, as they were `at` (milliseconds
 * UTC). Options of the use, such as the margin of a guardrail, stay.
 */
export function readDefinition(database: Database, projectId: number, filters: unknown, at: number): Definition {
  const { saved_metric: id } = Object(Object(filters).benchtop);
  if (id === undefined || id === null) return { filters };
  const read = database
    .prepare<{ projectId: number; id: unknown; at: number }, string>(
      `SELECT ifnull((SELECT v.filters FROM saved_metric_versions v WHERE v.metric_id = m.id AND v.until > :at ORDER BY v.until LIMIT 1),
         m.filters) FROM saved_metrics m WHERE m.project_id = :projectId AND m.id = :id`,
    )
    .pluck();
  const found = typeof id === 'number' ? read.get({ projectId, id, at }) : undefined;
  if (found === undefined) {
    return {
      filters: null,
      warning: {
        code: 'unknown_saved_metric',
        subject: String(id),
        detail: `Saved metric ${id} does not exist, so it counts nothing. Choose another one in Setup.`,
      },
    };
  }
  const saved = JSON.parse(found) as JsonObject;
  return { filters: filtersUsing(id, saved, filters) };
}
