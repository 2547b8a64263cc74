import type { ProjectTable } from '../projects/remove.ts';
import { noNextDay } from './matching/tally.ts';

/** The rows of a calculation, by its `calculation_id`. `key` and `among`: as of a table of a project. */
export const calculationTables: readonly { table: string; key: string; among?: string }[] = [
  { table: 'action_matches', key: 'calculation_id, timestamp, event_id' },
  // All days of a person at once: the calculation's index has only the newest of each.
  { table: 'action_people', key: 'person_id, calculation_id', among: `next_day = ${noNextDay}` },
  { table: 'action_days', key: 'calculation_id, day' },
  { table: 'action_returns', key: 'calculation_id, next_day, day' },
];
const own = 'calculation_id IN (SELECT id FROM action_calculations WHERE project_id = ?)';

export const actionTables: readonly ProjectTable[] = [
  // First, so that no calculation continues.
  { table: 'actions', defines: { unique: 'name', local: { calculation_id: '0', last_calculated_at: 'NULL' } } },
  ...calculationTables.map((rows) => ({ ...rows, own, defines: null })),
  { table: 'action_calculations', defines: null },
  { table: 'chat_settings', key: 'project_id', defines: null },
  { table: 'chat_deliveries', defines: null },
];
