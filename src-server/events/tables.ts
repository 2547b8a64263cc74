import type { ProjectTable } from '../projects/remove.ts';

export const eventTables: readonly ProjectTable[] = [
  { table: 'events', key: 'id' },
  { table: 'discards', key: 'id' },
  { table: 'request_bodies', key: 'id' },
  { table: 'requests', key: 'id' },
  { table: 'event_names', key: 'id' },
  { table: 'totals', key: 'project_id' },
  { table: 'arrivals', key: 'slot' },
  { table: 'saved_views', key: 'id' },
];
