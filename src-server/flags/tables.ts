import type { ProjectTable } from '../projects/remove.ts';

export const flagTables: readonly ProjectTable[] = [
  { table: 'flag_changes' },
  { table: 'flag_overrides' },
  { table: 'flag_first_ids' },
  { table: 'flag_usage', key: 'slot' },
  { table: 'wanted_flags', key: 'key' },
  { table: 'flag_requests', key: 'flag_key' },
  { table: 'decides' },
  { table: 'flags' },
];
