import type { ProjectTable } from '../projects/remove.ts';

export const personTables: readonly ProjectTable[] = [
  { table: 'distinct_ids', defines: null },
  { table: 'persons', defines: null },
  { table: 'groups', defines: null },
  { table: 'group_types', key: 'type_index', defines: { unique: 'name' } },
];
