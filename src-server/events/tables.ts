import type { ProjectTable } from '../projects/remove.ts';

export const eventTables: readonly ProjectTable[] = [
  // First, so that no more events of the project are sent.
  { table: 'event_senders', key: 'name', defines: null },
  { table: 'set_aside_events', defines: null },
  { table: 'archive_merges', key: 'person_id', defines: null },
  { table: 'events', defines: null },
  { table: 'discards', defines: null },
  { table: 'request_bodies', defines: null },
  { table: 'requests', defines: null },
  { table: 'request_heads', defines: null },
  { table: 'event_names', defines: null },
  { table: 'totals', key: 'project_id', defines: null },
  { table: 'arrivals', key: 'slot', defines: null },
  { table: 'saved_views', defines: null },
  { table: 'pins', defines: null },
  { table: 'event_retention', key: 'project_id', defines: null },
];
