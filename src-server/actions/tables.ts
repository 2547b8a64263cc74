import type { ProjectTable } from '../projects/remove.ts';

const own = 'calculation_id IN (SELECT id FROM action_calculations WHERE project_id = ?)';

export const actionTables: readonly ProjectTable[] = [
  // First, so that no calculation continues.
  { table: 'actions' },
  { table: 'action_matches', key: 'calculation_id, timestamp, event_id', own },
  { table: 'action_people', key: 'person_id, calculation_id, day', own },
  { table: 'action_days', key: 'calculation_id, day', own },
  { table: 'action_calculations' },
  { table: 'chat_settings', key: 'project_id' },
  { table: 'chat_deliveries' },
];
