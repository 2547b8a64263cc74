import type { Description } from '../http/openapi.ts';
import { propertyNames, propertyValues } from '../properties/contract.ts';
import {
  group,
  groupList,
  groupQuery,
  groupTypes,
  person,
  personDetail,
  personList,
  personQuery,
  propertyNamesQuery,
  propertyValuesQuery,
} from './contract.ts';

const tag = 'Persons';
const root = '/api/projects/{project_id}/';

export const personDescription: Description = {
  schemas: {
    Person: person,
    PersonDetail: personDetail,
    PersonList: personList,
    Group: group,
    GroupList: groupList,
    GroupTypes: groupTypes,
  },
  operations: [
    {
      tag,
      method: 'get',
      path: `${root}persons/`,
      summary: 'List persons, newest activity first',
      query: personQuery,
      paged: true,
      answer: personList,
    },
    {
      tag,
      method: 'get',
      path: `${root}persons/properties/`,
      summary: 'Suggest names of properties that persons or groups have',
      query: propertyNamesQuery,
      answer: propertyNames,
    },
    {
      tag,
      method: 'get',
      path: `${root}persons/property_values/`,
      summary: 'Suggest values that persons or groups have in a property',
      query: propertyValuesQuery,
      answer: propertyValues,
    },
    {
      tag,
      method: 'get',
      path: `${root}persons/{person_id}/`,
      summary: 'Read a person and how it came to its ids',
      answer: personDetail,
    },
    {
      tag,
      method: 'get',
      path: `${root}groups/`,
      summary: 'List groups by type and key',
      query: groupQuery,
      paged: true,
      answer: groupList,
    },
    {
      tag,
      method: 'get',
      path: `${root}group_types/`,
      summary: 'List the types of groups',
      answer: groupTypes,
    },
  ],
};
