import type { ProjectTable } from '../projects/remove.ts';

export const personTables: readonly ProjectTable[] = [
  { table: 'distinct_ids', key: 'id' },
  { table: 'persons', key: 'id' },
  { table: 'groups', key: 'id' },
  { table: 'group_types', key: 'type_index' },
];
