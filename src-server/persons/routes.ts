import { Router } from 'express';
import { notFound } from '../http/error.ts';
import { listAnswer, pageOf } from '../http/list.ts';
import { resource } from '../http/methods.ts';
import { parse, pathId } from '../http/parse.ts';
import { projectOf } from '../projects/authenticate.ts';
import type { PropertyNames, PropertyValues } from '../properties/contract.ts';
import {
  groupQuery,
  type PropertyNamesQuery,
  type PropertyValuesQuery,
  personQuery,
  propertyNamesQuery,
  propertyValuesQuery,
} from './contract.ts';
import type { PersonReader } from './list.ts';

type Reads = Omit<PersonReader, 'personsByIds'> & {
  propertyNames(projectId: number, query: PropertyNamesQuery): PropertyNames;
  propertyValues(projectId: number, query: PropertyValuesQuery): PropertyValues;
};

/** All that is read here, or in another thread. */
type Reader = {
  [Read in keyof Reads]: (
    ...given: Parameters<Reads[Read]>
  ) => ReturnType<Reads[Read]> | Promise<ReturnType<Reads[Read]>>;
};

/** Persons and groups, relative to `/api`; expects `requireCaller` and `requireProject` before it. */
export function personRoutes({ reader }: { reader: Reader }): Router {
  const router = Router();

  resource(router, '/projects/:project_id/persons/', {
    async get(request, response) {
      const page = pageOf(request);
      const filter = parse(personQuery, withoutEmpty(request.query));
      const { total, results, taken } = await reader.listPersons(projectOf(response), filter, page);
      response.json(listAnswer(request, page, total, results, taken));
    },
  });

  resource(router, '/projects/:project_id/persons/properties/', {
    async get(request, response) {
      const query = parse(propertyNamesQuery, withoutEmpty(request.query));
      response.json(await reader.propertyNames(projectOf(response), query));
    },
  });

  resource(router, '/projects/:project_id/persons/property_values/', {
    async get(request, response) {
      const query = parse(propertyValuesQuery, withoutEmpty(request.query));
      response.json(await reader.propertyValues(projectOf(response), query));
    },
  });

  resource(router, '/projects/:project_id/persons/:person_id/', {
    async get(request, response) {
      const id = pathId(request.params.person_id);
      const person = id === undefined ? undefined : await reader.person(projectOf(response), id);
      if (person === undefined) throw notFound('No such person.');
      response.json(person);
    },
  });

  resource(router, '/projects/:project_id/groups/', {
    async get(request, response) {
      const page = pageOf(request);
      const filter = parse(groupQuery, withoutEmpty(request.query));
      const { total, results, taken } = await reader.listGroups(projectOf(response), filter, page);
      response.json(listAnswer(request, page, total, results, taken));
    },
  });

  resource(router, '/projects/:project_id/group_types/', {
    async get(_request, response) {
      response.json(await reader.groupTypes(projectOf(response)));
    },
  });

  return router;
}

/** A parameter left empty in a form is one that was not given. */
function withoutEmpty(query: object): object {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}
