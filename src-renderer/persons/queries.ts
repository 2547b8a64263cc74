import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { eventPage } from '#server/events/contract.ts';
import { groupList, groupTypes, personDetail, personList } from '#server/persons/contract.ts';
import { get, pathOf } from '../app/api.ts';

const PAGE = 100;
const REFRESH_MS = 5_000;

/** Keeps what is on screen up to date; not when more pages are open, which would all be loaded again. */
function whileShort({ state }: { state: { data?: { pages: unknown[] } | undefined } }): number | false {
  return (state.data?.pages.length ?? 1) === 1 ? REFRESH_MS : false;
}

export const personKeys = {
  all: (projectId: number) => ['persons', projectId] as const,
  list: (projectId: number, search: string) => [...personKeys.all(projectId), 'list', search] as const,
  found: (projectId: number, search: string) => [...personKeys.all(projectId), 'found', search] as const,
  detail: (projectId: number, id: number) => [...personKeys.all(projectId), 'detail', id] as const,
  timeline: (projectId: number, id: number) => [...personKeys.all(projectId), 'timeline', id] as const,
  groupTypes: (projectId: number) => ['group types', projectId] as const,
  groups: (projectId: number, search: string) => ['groups', projectId, search] as const,
};

const personsPath = (projectId: number) => `/api/projects/${projectId}/persons/`;

/** Persons, newest activity first, page by page along `next`. */
export function personsQuery(projectId: number, search: string) {
  return infiniteQueryOptions({
    queryKey: personKeys.list(projectId, search),
    queryFn: ({ pageParam, signal }) =>
      pageParam === null
        ? get(personsPath(projectId), personList, { query: { search, limit: PAGE }, signal })
        : get(pageParam, personList, { signal }),
    refetchInterval: whileShort,
    meta: { what: 'persons' },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.next === null ? undefined : pathOf(page.next)),
    placeholderData: keepPreviousData,
  });
}

/** The few persons that the command palette offers for a search. */
export function foundPersonsQuery(projectId: number, search: string) {
  return queryOptions({
    queryKey: personKeys.found(projectId, search),
    queryFn: ({ signal }) => get(personsPath(projectId), personList, { query: { search, limit: 6 }, signal }),
    select: (list) => list.results,
    placeholderData: keepPreviousData,
  });
}

export function personQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: personKeys.detail(projectId, id),
    queryFn: ({ signal }) => get(`${personsPath(projectId)}${id}/`, personDetail, { signal }),
    refetchInterval: REFRESH_MS,
    meta: { what: 'the person' },
  });
}

/** The person's events, newest first, older ones along `next`. */
export function timelineQuery(projectId: number, id: number) {
  return infiniteQueryOptions({
    queryKey: personKeys.timeline(projectId, id),
    queryFn: ({ pageParam, signal }) =>
      pageParam === null
        ? get(`${personsPath(projectId)}${id}/timeline/`, eventPage, { query: { limit: PAGE }, signal })
        : get(pageParam, eventPage, { signal }),
    refetchInterval: whileShort,
    meta: { what: 'the timeline' },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.next === null ? undefined : pathOf(page.next)),
  });
}

/** The types of groups that apps sent. */
export function groupTypesQuery(projectId: number) {
  return queryOptions({
    queryKey: personKeys.groupTypes(projectId),
    queryFn: ({ signal }) => get(`/api/projects/${projectId}/group_types/`, groupTypes, { signal }),
    select: (answer) => answer.results,
  });
}

export function groupsQuery(projectId: number, search: string) {
  return infiniteQueryOptions({
    queryKey: personKeys.groups(projectId, search),
    queryFn: ({ pageParam, signal }) =>
      pageParam === null
        ? get(`/api/projects/${projectId}/groups/`, groupList, { query: { search, limit: PAGE }, signal })
        : get(pageParam, groupList, { signal }),
    refetchInterval: whileShort,
    meta: { what: 'groups' },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.next === null ? undefined : pathOf(page.next)),
    placeholderData: keepPreviousData,
  });
}
