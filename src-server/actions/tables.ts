import type { ProjectTable } from '../projects/remove.ts';
import { never } from './matching/tally.ts';

const own = 'calculation_id IN (SELECT id FROM action_calculations WHERE project_id = ?)';

export const actionTables: readonly ProjectTable[] = [
  // First, so that no calculation continues.
  { table: 'actions' },
  { table: 'action_matches', key: 'calculation_id, timestamp, event_id', own },
  // All days of a person at a time: only the newest of each is in an index of the calculation.
  { table: 'action_people', key: 'person_id, calculation_id', own, among: `next_day = ${never}` },
  { table: 'action_days', key: 'calculation_id, day', own },
  { table: 'action_returns', key: 'calculation_id, next_day, day', own },
  { table: 'action_calculations' },
  { table: 'chat_settings', key: 'project_id' },
  { table: 'chat_deliveries' },
];
