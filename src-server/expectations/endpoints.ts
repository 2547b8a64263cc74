import type { Clock } from '../core/clock.ts';
import { nameOf } from '../core/issue-contract.ts';
import { existing } from '../core/sql.ts';
import { quoteSent } from '../core/text/quote-sent.ts';
import { withoutAbsent } from '../core/without-absent.ts';
import { goneSignal } from '../events/endpoints.ts';
import type { Tail } from '../events/tail.ts';
import { adding, changing, type Endpoint, endpointsOf, listing } from '../http/endpoint.ts';
import { orNotFound, tooMany, validationError } from '../http/error.ts';
import type { SchemaOf } from '../properties/json-schema.ts';
import { testRunName, testRunNameRule } from '../test-runs/contract.ts';
import { runCheck } from './checking/run-check.ts';
import {
  check,
  checkInput,
  checkQuery,
  type ExpectationInput,
  expectation,
  expectationInput,
  expectationList,
  expectationQuery,
  expectationUpdate,
  maxExpectations,
  testRunStatus,
} from './contract.ts';
import { statusWithin, withStatus } from './live-status.ts';
import type { ExpectationQueries } from './queries.ts';
import type { ExpectationStore, StoredExpectation } from './store.ts';
import { validateExpectation } from './validate.ts';

type Parts = { store: ExpectationStore; queries: ExpectationQueries; tail: Tail; clock: Clock; schemaOf: SchemaOf };

const endpoint = endpointsOf({ tag: 'Expectations', changeAccess: 'edit_definitions' });
const root = '/api/projects/{project_id}/expectations/';
const one = `${root}{expectation_id}/` as const;
const run = '/api/projects/{project_id}/test_runs/{name}/' as const;
const checks = `${run}check/` as const;
const example = {
  name: 'One order of the pro plan',
  event: 'checkout',
  properties: [{ key: 'plan', value: 'pro' }],
  count: { exactly: 1 },
  schema: { properties: { total: { type: 'number' } }, required: ['total'] },
};

export const expectationEndpoints = (parts: Parts): Endpoint[] => [
  ...collectionEndpoints(parts),
  ...itemEndpoints(parts),
  ...checkEndpoints(parts),
];

const collectionEndpoints = ({ store, schemaOf, ...parts }: Parts): Endpoint[] => [
  endpoint(
    `GET ${root}`,
    {
      summary: 'List expectations with their status, newest first',
      ...listing(expectationQuery, expectationList),
    },
    async ({ projectId, query, page }) => {
      const { total, results } = store.list(projectId, query, page);
      return { total, results: await withStatus(parts, projectId, results) };
    },
  ),
  endpoint(
    `POST ${root}`,
    { summary: 'Add an expectation', keepsIntegers: true, ...adding(expectationInput, expectation, example) },
    async ({ projectId, body }) => {
      validateExpectation(body, schemaOf);
      if (store.count(projectId) >= maxExpectations) throw tooMany(maxExpectations, 'expectations', 'Delete some.');
      return statusOfOne(parts, projectId, store.add(projectId, body));
    },
  ),
];

const itemEndpoints = ({ store, schemaOf, ...parts }: Parts): Endpoint[] => {
  const read = (projectId: number, id: number) => orNotFound(store.expectation(projectId, id), 'No such expectation.');
  return [
    endpoint(
      `GET ${one}`,
      { summary: 'Read an expectation with its status', answer: expectation },
      ({ projectId, params }) => statusOfOne(parts, projectId, read(projectId, params.expectation_id)),
    ),
    endpoint(
      `PATCH ${one}`,
      {
        summary: 'Change an expectation',
        keepsIntegers: true,
        ...changing(expectationUpdate, expectation, { count: { at_least: 2 } }),
      },
      ({ projectId, params, body }) => {
        const { id, created_at: _, updated_at: __, ...before } = read(projectId, params.expectation_id);
        const input = { ...before, ...withoutAbsent(body) };
        validateExpectation(input, schemaOf);
        return statusOfOne(parts, projectId, store.change(projectId, id, input));
      },
    ),
    endpoint(`DELETE ${one}`, { summary: 'Delete an expectation' }, ({ projectId, params }) =>
      store.remove(projectId, read(projectId, params.expectation_id).id),
    ),
  ];
};

const rulesOf = (store: ExpectationStore, projectId: number, testRun: string) =>
  store.ofCheck(projectId, testRun).map(({ created_at: _, updated_at: __, ...rule }) => rule);

const checkEndpoints = ({ store, schemaOf, ...parts }: Parts): Endpoint[] => [
  endpoint(
    `GET ${run}status/`,
    { summary: 'Read the present results of the expectations of a test run', answer: testRunStatus },
    ({ projectId, params }) => {
      const testRun = testRunOf(params.name);
      return statusWithin(parts, { projectId, testRun, expectations: rulesOf(store, projectId, testRun) });
    },
  ),
  endpoint(
    `GET ${checks}`,
    {
      summary: 'Check a test run: with wait, as soon as all expectations are decided',
      query: checkQuery,
      answer: check,
    },
    ({ response, projectId, params, query }) => {
      const testRun = testRunOf(params.name);
      const expectations = rulesOf(store, projectId, testRun);
      if (expectations.length === 0) {
        const detail = `No expectation is for the test run "${testRun}" or for every event. Add one, or send them with POST.`;
        throw validationError('no_expectations', detail);
      }
      const end = { waitMs: query.wait * 1000, gone: goneSignal(response) };
      return runCheck(parts, { projectId, testRun, expectations, ...end });
    },
  ),
  endpoint(
    `POST ${checks}`,
    {
      summary: 'Check expectations over a test run without storing them',
      access: 'write',
      keepsIntegers: true,
      query: checkQuery,
      body: checkInput,
      example: { expectations: [example] },
      answer: check,
    },
    ({ response, projectId, params, query, body }) => {
      const testRun = testRunOf(params.name);
      const expectations = body.expectations.map((input, index) => sentExpectation(input, testRun, index));
      for (const [index, sent] of expectations.entries()) validateExpectation(sent, schemaOf, ['expectations', index]);
      const end = { waitMs: query.wait * 1000, gone: goneSignal(response) };
      return runCheck(parts, { projectId, testRun, expectations, ...end });
    },
  ),
];

/** Parses the name of a test run; one without events is valid, since a check may wait for its first. */
function testRunOf(name: string): string {
  const parsed = testRunName.safeParse(name);
  return orNotFound(parsed.data, `No test run can have the name ${quoteSent(name)}: use ${testRunNameRule}.`);
}

function sentExpectation(input: ExpectationInput, testRun: string, index: number) {
  if (input.test_run !== null && input.test_run !== testRun) {
    const place = ['expectations', index, 'test_run'];
    const detail = `\`${nameOf(place)}\` must be "${testRun}", the test run of the path, or omitted; got "${input.test_run}".`;
    throw validationError('invalid_input', detail, place.join('__'));
  }
  return { id: null, ...input, test_run: testRun };
}

async function statusOfOne(
  parts: Pick<Parts, 'queries' | 'tail' | 'clock'>,
  projectId: number,
  stored: StoredExpectation,
) {
  const [read] = await withStatus(parts, projectId, [stored]);
  return existing(read);
}
