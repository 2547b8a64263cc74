import { asking, type Endpoint, endpointsOf, listing } from '../http/endpoint.ts';
import { orNotFound, validationError } from '../http/error.ts';
import { propertyNames, propertyValues } from '../properties/contract.ts';
import {
  groupList,
  groupQuery,
  groupTypes,
  noSuchPerson,
  type PropertyNamesQuery,
  personDetail,
  personList,
  personQuery,
  propertyNamesQuery,
  propertyValuesQuery,
} from './contract.ts';
import type { LastSeen } from './last-seen.ts';
import type { PersonQueries } from './queries.ts';

const endpoint = endpointsOf({ tag: 'Persons' });
const root = '/api/projects/{project_id}/';

type Parts = { queries: PersonQueries; lastSeen: LastSeen };

export const personEndpoints = ({ queries, lastSeen }: Parts): Endpoint[] => [
  endpoint(
    `GET ${root}persons/`,
    { summary: 'List persons, newest activity first', ...listing(personQuery, personList) },
    async ({ projectId, query, page }) => {
      await lastSeen.settle();
      return queries.listPersons({ projectId, search: query, page });
    },
  ),
  endpoint(
    `GET ${root}persons/properties/`,
    {
      summary: 'Suggest names of properties that persons or groups have',
      query: propertyNamesQuery,
      answer: propertyNames,
    },
    ({ projectId, query }) => queries.propertyNames({ projectId, query: requireOfKind(query) }),
  ),
  endpoint(
    `GET ${root}persons/property_values/`,
    {
      summary: 'Suggest values that persons or groups have in a property',
      ...asking(propertyValuesQuery, propertyValues, { key: 'plan' }),
    },
    ({ projectId, query }) => queries.propertyValues({ projectId, query: requireOfKind(query) }),
  ),
  endpoint(
    `GET ${root}persons/{person_id}/`,
    { summary: 'Read a person, with the origin of its ids', answer: personDetail },
    async ({ projectId, params }) => {
      await lastSeen.settle();
      return orNotFound(await queries.person({ projectId, id: params.person_id }), noSuchPerson);
    },
  ),
  endpoint(
    `GET ${root}groups/`,
    { summary: 'List groups by type and key', ...listing(groupQuery, groupList) },
    ({ projectId, query, page }) => queries.listGroups({ projectId, search: query, page }),
  ),
  endpoint(`GET ${root}group_types/`, { summary: 'List the types of groups', answer: groupTypes }, ({ projectId }) =>
    queries.groupTypes({ projectId }),
  ),
];

/** Refuses what persons do not have, and what cannot be told: which groups a test run had. */
function requireOfKind<Query extends PropertyNamesQuery>(query: Query): Query {
  if (query.kind === 'person' && query.group_type_index !== undefined) {
    const detail = '`group_type_index` narrows groups only; send it with `kind=group`.';
    throw validationError('invalid_input', detail, 'group_type_index');
  }
  if (query.kind === 'person' || query.test_run === undefined) return query;
  throw validationError('invalid_input', '`test_run` narrows persons only; send it without `kind=group`.', 'test_run');
}
