import type { ProjectTable } from '../projects/remove.ts';

export const eventTables: readonly ProjectTable[] = [
  // First, so that nothing of the project is sent any more.
  { table: 'event_senders', key: 'name' },
  { table: 'set_aside_events' },
  { table: 'archive_merges', key: 'person_id' },
  { table: 'events' },
  { table: 'discards' },
  { table: 'request_bodies' },
  { table: 'requests' },
  { table: 'request_heads' },
  { table: 'event_names' },
  { table: 'totals', key: 'project_id' },
  { table: 'arrivals', key: 'slot' },
  { table: 'saved_views' },
  { table: 'pins' },
];
