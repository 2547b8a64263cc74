import type { ProjectTable } from '../projects/remove.ts';

export const personTables: readonly ProjectTable[] = [
  { table: 'distinct_ids' },
  { table: 'persons' },
  { table: 'groups' },
  { table: 'group_types', key: 'type_index' },
];
