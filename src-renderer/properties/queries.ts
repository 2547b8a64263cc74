import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { propertyNames, propertyValues } from '#server/properties/contract.ts';
import { get } from '../api/api.ts';

/** What people and groups are known to have: it follows from what apps send, so no change made in the window makes it stale. */
const propertyKeys = {
  names: (projectId: number, of: PropertyOwner, search: string) => ['properties', projectId, of, search] as const,
  values: (projectId: number, of: PropertyOwner, key: string, search: string) =>
    ['property values', projectId, of, key, search] as const,
};

/** Whose properties: of events those of one name, unless `event` is null. */
export type PropertyOwner =
  | { kind: 'person' }
  | { kind: 'group'; group_type_index: number }
  | { kind: 'event'; event: string | null };

/** Loads the property names that known people or groups, or the newest events, have, most frequent first. */
export function propertyNamesQuery(projectId: number, of: PropertyOwner, search: string) {
  return queryOptions({
    queryKey: propertyKeys.names(projectId, of, search),
    queryFn: ({ signal }) => {
      const { path, query } = askedOf(projectId, of);
      return get(`${path}properties/`, propertyNames, { query: { ...query, search }, signal });
    },
    select: (list) => list.results,
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  });
}

/** Loads values of the property `key`, most frequent first; asks nothing while it is ''. */
export function propertyValuesQuery(projectId: number, of: PropertyOwner, key: string, search: string) {
  return queryOptions({
    queryKey: propertyKeys.values(projectId, of, key, search),
    queryFn: ({ signal }) => {
      const { path, query } = askedOf(projectId, of);
      return get(`${path}property_values/`, propertyValues, { query: { ...query, key, search }, signal });
    },
    select: (list) => list.results,
    enabled: key !== '',
    staleTime: 15_000,
  });
}

function askedOf(projectId: number, of: PropertyOwner) {
  const root = `/api/projects/${projectId}/`;
  if (of.kind === 'event') return { path: `${root}events/`, query: { event: of.event ?? '' } };
  return { path: `${root}persons/`, query: of };
}
