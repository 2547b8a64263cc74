import type { ProjectTable } from '../projects/remove.ts';

export const experimentTables: readonly ProjectTable[] = [
  { table: 'experiment_changes', defines: {} },
  { table: 'experiments', defines: { refers: { launch_change: 'flag_changes' } } },
  {
    table: 'exposures',
    key: 'value_id, timestamp, event_id',
    own: 'value_id IN (SELECT id FROM exposure_values WHERE project_id = ?)',
    defines: null,
  },
  { table: 'exposure_values', defines: null },
  { table: 'saved_metric_versions', defines: {} },
  { table: 'saved_metrics', defines: { unique: 'name', isNamedById: true } },
  { table: 'carried_flags', key: 'flag_key', defines: null },
];
