import { useQuery } from '@tanstack/react-query';
import { useProject } from '../projects/current-project.ts';
import { groupTypesQuery } from './queries.ts';

export type GroupType = { index: number; name: string };

/** The types of the groups that apps sent, by index; `own` is there in any case, if only by its number. */
export function useGroupTypes(own: number | null): GroupType[] {
  const project = useProject();
  const { data: known = [] } = useQuery(groupTypesQuery(project.id));
  const types = new Map(own === null ? [] : [[own, `type ${own}`]]);
  for (const { group_type_index, group_type } of known) types.set(group_type_index, group_type);
  return [...types].map(([index, name]) => ({ index, name })).sort((one, other) => one.index - other.index);
}
