import { quoteSent } from '../core/text/quote-sent.ts';
import { adding, changing, type Endpoint, endpointsOf, listing } from '../http/endpoint.ts';
import { orNotFound, tooMany, validationError } from '../http/error.ts';
import {
  maxTestRuns,
  type TestRun,
  type TestRunUpdate,
  testRun,
  testRunInput,
  testRunList,
  testRunQuery,
  testRunUpdate,
} from './contract.ts';
import type { Removal } from './removal.ts';
import type { TestRunStore } from './store.ts';

/** `isFull`: whether a project has as many test runs as it may. */
type Parts = { store: TestRunStore; removal: Removal; isFull(projectId: number): boolean };

const endpoint = endpointsOf({ tag: 'Test runs' });
const root = '/api/projects/{project_id}/test_runs/';
const one = `${root}{name}/` as const;

export function testRunEndpoints({ store, removal, isFull }: Parts): Endpoint[] {
  const runOf = (projectId: number, name: string) =>
    orNotFound(store.testRun(projectId, name), `No test run has the name ${quoteSent(name)}.`);
  return [
    endpoint(
      `GET ${root}`,
      { summary: 'List test runs, newest first', ...listing(testRunQuery, testRunList) },
      ({ projectId, query, page }) => store.list(projectId, query, page),
    ),
    endpoint(
      `POST ${root}`,
      {
        summary: 'Start a test run; one is also started by the first request that names it',
        ...adding(testRunInput, testRun, { name: 'checkout-124', label: 'Checkout', build: '1.24.0' }),
      },
      ({ projectId, body }) => {
        if (!isFull(projectId)) return store.add(projectId, body);
        throw tooMany(maxTestRuns, 'test runs', 'Delete some.', 'name');
      },
    ),
    endpoint(`GET ${one}`, { summary: 'Read a test run', answer: testRun }, ({ projectId, params }) =>
      runOf(projectId, params.name),
    ),
    endpoint(
      `PATCH ${one}`,
      {
        summary: 'Describe or end a test run; later requests that name it are kept in it, with a warning',
        ...changing(testRunUpdate, testRun, { note: 'Stopped after the payment failed.' }),
      },
      ({ projectId, params, body }) => {
        const before = runOf(projectId, params.name);
        requireOrder(before, body);
        return store.change(projectId, before, body);
      },
    ),
    endpoint(
      `DELETE ${one}`,
      { summary: 'Delete a test run with its events, drops, rejections and decides; its persons stay' },
      async ({ projectId, params }) => {
        const { name } = runOf(projectId, params.name);
        await removal.settle();
        store.markDeleted(projectId, name);
        await removal.run();
      },
    ),
  ];
}

function requireOrder({ started_at }: TestRun, { ended_at }: TestRunUpdate): void {
  if (typeof ended_at !== 'string' || Date.parse(ended_at) >= Date.parse(started_at)) return;
  const detail = `\`ended_at\` must not be before the start of the test run, ${started_at}; got "${ended_at}".`;
  throw validationError('invalid_input', detail, 'ended_at');
}
