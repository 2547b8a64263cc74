import type { ProjectTable } from '../projects/remove.ts';

export const experimentTables: readonly ProjectTable[] = [
  { table: 'experiment_changes' },
  { table: 'experiments' },
  {
    table: 'exposures',
    key: 'value_id, timestamp, event_id',
    own: 'value_id IN (SELECT id FROM exposure_values WHERE project_id = ?)',
  },
  { table: 'exposure_values' },
  { table: 'saved_metric_versions' },
  { table: 'saved_metrics' },
  { table: 'carried_flags', key: 'flag_key' },
];
