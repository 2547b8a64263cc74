import { z } from 'zod';
import type { Definition } from '../http/endpoint.ts';
import { testRunPath } from '../http/test-run-path.ts';
import { testRunName, testRunPlaces } from './contract.ts';

const order = 'The header comes before the query, and the query before the path.';
const inQuery = z.object({
  [testRunPlaces.query]: testRunName.optional().describe(`Name of the test run that the request belongs to. ${order}`),
});
const headers = z.object({
  [testRunPlaces.header]: testRunName.optional().describe('Name of the test run that the request belongs to.'),
});

/** Describes an endpoint of SDKs as one that takes the name of a test run by header, query and path. */
export const describedInTestRun = (definition: Definition): Definition => ({
  ...definition,
  query: (definition.query ?? z.object()).extend(inQuery.shape),
  headers,
  prefix: testRunPath,
});
