import type { Description } from '../http/openapi.ts';
import { group, groupList, groupQuery, person, personDetail, personList, personQuery } from './contract.ts';

const tag = 'Persons';
const root = '/api/projects/{project_id}/';

export const personDescription: Description = {
  schemas: { Person: person, PersonDetail: personDetail, PersonList: personList, Group: group, GroupList: groupList },
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
  ],
};
