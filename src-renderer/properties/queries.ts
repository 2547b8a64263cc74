import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { propertyNames, propertyValues } from '#server/persons/contract.ts';
import { get } from '../api/api.ts';
import { fetchSeenProperties, fetchSeenValues } from './seen-properties.ts';

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

/** Names of properties that known people or groups, or the newest events, have, most frequent first. */
export function propertyNamesQuery(projectId: number, of: PropertyOwner, search: string) {
  return queryOptions({
    queryKey: propertyKeys.names(projectId, of, search),
    queryFn: ({ signal }) =>
      of.kind === 'event'
        ? fetchSeenProperties(projectId, of.event, search, signal)
        : get(`/api/projects/${projectId}/persons/properties/`, propertyNames, { query: { ...of, search }, signal }),
    select: (list) => list.results,
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  });
}

/** Values of the property `key`, most frequent first; asks nothing while it is ''. */
export function propertyValuesQuery(projectId: number, of: PropertyOwner, key: string, search: string) {
  return queryOptions({
    queryKey: propertyKeys.values(projectId, of, key, search),
    queryFn: ({ signal }) =>
      of.kind === 'event'
        ? fetchSeenValues(projectId, of.event, { key, search }, signal)
        : get(`/api/projects/${projectId}/persons/property_values/`, propertyValues, {
            query: { ...of, key, search },
            signal,
          }),
    select: (list) => list.results,
    enabled: key !== '',
    staleTime: 15_000,
  });
}
