import type { ProjectTable } from '../projects/remove.ts';

export const flagTables: readonly ProjectTable[] = [
  { table: 'flag_changes', defines: {} },
  { table: 'flag_overrides', defines: { unique: 'distinct_id' } },
  { table: 'flag_first_ids', defines: null },
  { table: 'flag_usage', key: 'slot', defines: null },
  { table: 'wanted_flags', key: 'key', defines: null },
  { table: 'flag_requests', key: 'flag_key', defines: null },
  { table: 'decides', defines: null },
  {
    table: 'flags',
    defines: { unique: 'key', local: { requests_since: "CAST(unixepoch('subsec') * 1000 AS INTEGER)" } },
  },
];
