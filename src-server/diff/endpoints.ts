import { type Endpoint, endpointsOf } from '../http/endpoint.ts';
import { found, validationError } from '../http/error.ts';
import type { TestRunStore } from '../test-runs/store.ts';
import {
  diffMasks,
  diffMasksInput,
  eventDiff,
  eventDiffQuery,
  type RunDiffQuery,
  runDiff,
  runDiffQuery,
} from './contract.ts';
import { sdkMasks } from './masks.ts';
import type { DiffQueries } from './queries.ts';
import type { SideArgs } from './side.ts';
import type { DiffMaskStore } from './store.ts';

type Parts = { queries: DiffQueries; store: DiffMaskStore; testRuns: Pick<TestRunStore, 'testRun' | 'idOf'> };

const endpoint = endpointsOf({ tag: 'Differences' });
const root = '/api/projects/{project_id}/';

export const diffEndpoints = ({ queries, store, testRuns }: Parts): Endpoint[] => [
  endpoint(
    `GET ${root}events/{uuid}/diff/`,
    { summary: 'Compare an event with the one before it, or any other', query: eventDiffQuery, answer: eventDiff },
    async ({ projectId, params, query }) => {
      const other = query.with === 'previous' ? null : query.with.toLowerCase();
      const args = { projectId, uuid: params.uuid.toLowerCase(), other, masks: store.masks(projectId) };
      const diff = await queries.events(args);
      return found(
        diff ?? undefined,
        'No stored event has this uuid; dropped events and rejected requests are not compared.',
      );
    },
  ),
  endpoint(
    `GET ${root}diff/`,
    {
      summary: 'Compare two test runs, or two builds',
      query: runDiffQuery,
      example: { old_build: '123', new_build: '124' },
      answer: runDiff,
    },
    ({ projectId, query }) => {
      const sideOf = (name: 'old' | 'new') => sideArgs(testRuns, { projectId, query, name });
      return queries.runs({ old: sideOf('old'), new: sideOf('new'), masks: store.masks(projectId) });
    },
  ),
  endpoint(
    `GET ${root}diff/masks/`,
    { summary: 'Read which properties are compared without their values', answer: diffMasks },
    ({ projectId }) => ({ masks: store.masks(projectId), sdk: [...sdkMasks] }),
  ),
  endpoint(
    `PUT ${root}diff/masks/`,
    {
      summary: 'Replace the own masks',
      body: diffMasksInput,
      example: { masks: [{ event: 'checkout', property: 'order_id', is_masked: true }] },
      answer: diffMasks,
    },
    ({ projectId, body }) => {
      store.replace(projectId, body.masks);
      return { masks: store.masks(projectId), sdk: [...sdkMasks] };
    },
  ),
];

type Asked = { projectId: number; query: RunDiffQuery; name: 'old' | 'new' };

function sideArgs(testRuns: Parts['testRuns'], { projectId, query, name }: Asked): SideArgs {
  const [testRun, build] = [query[`${name}_test_run`], query[`${name}_build`]];
  const attr = `${name}_test_run`;
  if (testRun !== undefined && build !== undefined)
    throw validationError(
      'invalid_input',
      `\`${attr}\` must be absent beside \`${name}_build\`; got "${testRun}".`,
      attr,
    );
  if (build !== undefined) return { projectId, build, property: query.build_property };
  if (testRun === undefined) throw validationError('required', `Give \`${attr}\` or \`${name}_build\`.`, attr);
  return {
    projectId,
    testRun,
    runId: found(testRuns.idOf(projectId, testRun), `No test run has the name "${testRun}".`),
  };
}
