import type { ProjectTable } from '../projects/remove.ts';

export const experimentTables: readonly ProjectTable[] = [
  { table: 'experiment_changes', key: 'id' },
  { table: 'experiments', key: 'id' },
  {
    table: 'exposures',
    key: 'value_id, timestamp, event_id',
    own: 'value_id IN (SELECT id FROM exposure_values WHERE project_id = ?)',
  },
  { table: 'exposure_values', key: 'id' },
  { table: 'saved_metric_versions', key: 'id' },
  { table: 'saved_metrics', key: 'id' },
  { table: 'carried_flags', key: 'flag_key' },
];
