import { useQuery } from '@tanstack/react-query';
import { useProject } from '../projects/current-project.ts';
import { groupTypesQuery } from './queries.ts';
import { words } from './words.tsx';

export type GroupType = { index: number; name: string };

/** Returns the group types that apps sent, by index; always with `own`, if only by its number. */
export function useGroupTypes(own: number | null): GroupType[] {
  const project = useProject();
  const { data: known = [] } = useQuery(groupTypesQuery(project.id));
  const types = new Map(own === null ? [] : [[own, words.group.typeNumber(own)]]);
  for (const { group_type_index, group_type } of known) types.set(group_type_index, group_type);
  return [...types].map(([index, name]) => ({ index, name })).sort((one, other) => one.index - other.index);
}
