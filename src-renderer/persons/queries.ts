import { queryOptions } from '@tanstack/react-query';
import { eventPage } from '#server/events/contract.ts';
import { groupList, groupTypes, personDetail, personList } from '#server/persons/contract.ts';
import { get } from '../api/api.ts';
import { featureKeys } from '../api/feature-keys.ts';
import { pagesQuery } from '../api/pages-query.ts';
import { foundQuery } from '../api/question-query.ts';
import { REFRESH_MS, readQuery } from '../api/read-query.ts';
import { words } from './words.tsx';

export const personKeys = featureKeys('persons');

const personsPath = (projectId: number) => `/api/projects/${projectId}/persons/`;

/** Pages of persons, most recently active first. */
export function personsQuery(projectId: number, search: string) {
  return pagesQuery(personKeys.all(projectId, 'list', search), personsPath(projectId), personList, {
    query: { search },
    what: words.queries.persons,
    keepsPrevious: true,
  });
}

/** Loads the persons that the command palette offers for a search. */
export function foundPersonsQuery(projectId: number, search: string) {
  return foundQuery(personKeys.all(projectId, 'found', search), personsPath(projectId), personList, search);
}

export function personQuery(projectId: number, id: number) {
  return readQuery(personKeys.detail(projectId, id), `${personsPath(projectId)}${id}/`, personDetail, {
    what: words.queries.person,
    refreshEvery: REFRESH_MS,
  });
}

/** Pages of the person's events, newest first. */
export function timelineQuery(projectId: number, id: number) {
  return pagesQuery(personKeys.one(projectId, id, 'timeline'), `${personsPath(projectId)}${id}/timeline/`, eventPage, {
    what: words.queries.timeline,
  });
}

/** Loads the group types that apps sent. */
export function groupTypesQuery(projectId: number) {
  return queryOptions({
    queryKey: ['group types', projectId],
    queryFn: ({ signal }) => get(`/api/projects/${projectId}/group_types/`, groupTypes, { signal }),
    select: (answer) => answer.results,
  });
}

export function groupsQuery(projectId: number, search: string) {
  return pagesQuery(['groups', projectId, search], `/api/projects/${projectId}/groups/`, groupList, {
    query: { search },
    what: words.queries.groups,
    keepsPrevious: true,
  });
}
