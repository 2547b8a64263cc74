import type { ProjectTable } from '../projects/remove.ts';

export const flagTables: readonly ProjectTable[] = [
  { table: 'flag_changes', key: 'id' },
  { table: 'flag_overrides', key: 'id' },
  { table: 'flag_first_ids', key: 'id' },
  { table: 'flag_usage', key: 'slot' },
  { table: 'wanted_flags', key: 'key' },
  { table: 'flag_requests', key: 'flag_key' },
  { table: 'decides', key: 'id' },
  { table: 'flags', key: 'id' },
];
