import { quoteSent } from '../core/text/quote-sent.ts';
import { asking, changing, type Endpoint, endpointsOf } from '../http/endpoint.ts';
import { notFound, orNotFound, tooMany, validationError } from '../http/error.ts';
import type { TestRunStore } from '../test-runs/store.ts';
import {
  defaultBuildProperty,
  diffMask,
  diffMaskQuery,
  diffMasks,
  diffMasksInput,
  eventDiff,
  eventDiffQuery,
  maxDiffMasks,
  type RunDiffQuery,
  runDiff,
  runDiffQuery,
} from './contract.ts';
import { sdkMasks } from './masks.ts';
import { previousEvent } from './previous-contract.ts';
import type { DiffQueries } from './queries.ts';
import type { SideArgs } from './side.ts';
import type { DiffMaskStore } from './store.ts';

type Parts = { queries: DiffQueries; store: DiffMaskStore; testRuns: Pick<TestRunStore, 'testRun' | 'idOf'> };

const endpoint = endpointsOf({ tag: 'Differences', changeAccess: 'edit_definitions' });
const root = '/api/projects/{project_id}/';

export const diffEndpoints = ({ queries, store, testRuns }: Parts): Endpoint[] => [
  endpoint(
    `GET ${root}events/{uuid}/diff/`,
    { summary: 'Compare an event with the one before it, or any other', query: eventDiffQuery, answer: eventDiff },
    async ({ projectId, params, query }) => {
      const previous = previousEvent.safeParse(query.with);
      const other = previous.success ? { previous: previous.data } : { uuid: query.with.toLowerCase() };
      const uuid = params.uuid.toLowerCase();
      const diff = await queries.events({ projectId, uuid, other, masks: store.masks(projectId) });
      if (!('missing' in diff)) return diff;
      const { missing } = diff;
      throw notFound(
        `No stored event has the uuid ${quoteSent(diff.uuid)} of \`${missing}\`; dropped events and rejected requests are not compared.`,
        missing,
      );
    },
  ),
  endpoint(
    `GET ${root}diff/`,
    {
      summary: 'Compare two test runs, or two builds',
      ...asking(runDiffQuery, runDiff, { old_build: '123', new_build: '124' }),
    },
    async ({ projectId, query }) => {
      if (query.build_property !== defaultBuildProperty && (query.old_build ?? query.new_build) === undefined) {
        const detail = '`build_property` is read with builds only; send it with `old_build` or `new_build`.';
        throw validationError('invalid_input', detail, 'build_property');
      }
      const sideOf = (name: 'old' | 'new') => sideArgs(testRuns, { projectId, query, name });
      const diff = await queries.runs({ old: sideOf('old'), new: sideOf('new'), masks: store.masks(projectId) });
      for (const name of ['old', 'new'] as const) {
        const { build, events } = diff[name];
        if (build !== null && events === 0) {
          const detail = `No event has the build "${build}", by its property "${query.build_property}" or its test run.`;
          throw notFound(detail, `${name}_build`);
        }
      }
      return diff;
    },
  ),
  ...maskEndpoints(store),
];

const maskEndpoints = (store: DiffMaskStore): Endpoint[] => {
  const masksOf = (projectId: number) => ({ masks: store.masks(projectId), sdk: [...sdkMasks] });
  return [
    endpoint(
      `GET ${root}diff/masks/`,
      { summary: 'Read which properties are compared without their values', answer: diffMasks },
      ({ projectId }) => masksOf(projectId),
    ),
    endpoint(
      `POST ${root}diff/masks/`,
      {
        summary: 'Set a mask, in place of the one of its event and property',
        ...changing(diffMask, diffMasks, { event: 'checkout', property: 'order_id' }),
      },
      ({ projectId, body }) => {
        if (!store.set(projectId, body))
          throw tooMany(maxDiffMasks, 'masks', 'Replace them with fewer by PUT.', 'property');
        return masksOf(projectId);
      },
    ),
    endpoint(
      `PUT ${root}diff/masks/`,
      {
        summary: 'Replace all masks of the project',
        ...changing(diffMasksInput, diffMasks, {
          masks: [{ event: 'checkout', property: 'order_id', is_masked: true }],
        }),
      },
      ({ projectId, body }) => {
        store.replace(projectId, body.masks);
        return masksOf(projectId);
      },
    ),
    endpoint(
      `DELETE ${root}diff/masks/`,
      {
        summary: 'Remove a mask; its property is then compared or masked by default',
        query: diffMaskQuery,
        example: { event: 'checkout', property: 'order_id' },
      },
      ({ projectId, query: { event = null, property } }) => {
        if (!store.remove(projectId, { event, property })) throw notFound('No such mask.');
      },
    ),
  ];
};

type Asked = { projectId: number; query: RunDiffQuery; name: 'old' | 'new' };

function sideArgs(testRuns: Parts['testRuns'], { projectId, query, name }: Asked): SideArgs {
  const [testRun, build] = [query[`${name}_test_run`], query[`${name}_build`]];
  const attr = `${name}_test_run`;
  if (testRun !== undefined && build !== undefined)
    throw validationError(
      'invalid_input',
      `\`${attr}\` must be omitted beside \`${name}_build\`; got "${testRun}".`,
      attr,
    );
  if (build !== undefined) return { projectId, build, property: query.build_property };
  if (testRun === undefined) throw validationError('required', `Give \`${attr}\` or \`${name}_build\`.`, attr);
  return {
    projectId,
    testRun,
    runId: orNotFound(testRuns.idOf(projectId, testRun), `No test run has the name ${quoteSent(testRun)}.`, attr),
  };
}
