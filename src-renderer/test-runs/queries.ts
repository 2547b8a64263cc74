import type { z } from 'zod';
import {
  type TestRun,
  testRun,
  type testRunInput,
  testRunList,
  type testRunUpdate,
} from '#server/test-runs/contract.ts';
import { patch, post } from '../api/api.ts';
import { featureKeys } from '../api/feature-keys.ts';
import { pagesQuery } from '../api/pages-query.ts';
import { foundQuery } from '../api/question-query.ts';
import { listQuery, readQuery } from '../api/read-query.ts';
import { useChange } from '../api/use-change.ts';
import { useDeletion } from '../api/use-deletion.ts';
import { testRunWords } from './words.ts';

const { queries: what } = testRunWords;
/** Counts change with each event, and SDKs start test runs. */
const RUN_REFRESH_MS = 2_000;

export type TestRunDraft = z.input<typeof testRunInput>;
export type TestRunChange = z.input<typeof testRunUpdate> & Pick<TestRun, 'name'>;

export const testRunKeys = featureKeys('test-runs');

const path = (projectId: number) => `/api/projects/${projectId}/test_runs/`;
export const testRunPath = (projectId: number, name: string) => `${path(projectId)}${name}/`;

/** Loads test runs, newest first, in pages. */
export function testRunsQuery(projectId: number, search: string) {
  return pagesQuery(testRunKeys.all(projectId, 'list', search), path(projectId), testRunList, {
    query: { search },
    what: what.testRuns,
    keepsPrevious: true,
    refreshEvery: RUN_REFRESH_MS,
  });
}

/** Loads the few newest test runs whose name, label or build contains `search`. */
export function foundTestRunsQuery(projectId: number, search: string) {
  return foundQuery(testRunKeys.all(projectId, 'found', search), path(projectId), testRunList, search);
}

/** Loads open test runs that take what names none, newest first. */
export function assigningTestRunsQuery(projectId: number) {
  return listQuery(testRunKeys.all(projectId, 'assigning'), path(projectId), testRunList, {
    query: { is_assigning: 'true' },
    what: what.testRuns,
    refreshEvery: RUN_REFRESH_MS,
  });
}

export function testRunQuery(projectId: number, name: string) {
  return readQuery(testRunKeys.one(projectId, name), testRunPath(projectId, name), testRun, {
    what: what.testRun,
    refreshEvery: RUN_REFRESH_MS,
  });
}

export function useStartTestRun(projectId: number) {
  return useChangeRun(projectId, (input: TestRunDraft) => post(path(projectId), input, testRun));
}

/** Sends the given fields only; `ended_at: null` lets an ended run go on. */
export function useUpdateTestRun(projectId: number) {
  return useChangeRun(projectId, ({ name, ...update }: TestRunChange) =>
    patch(testRunPath(projectId, name), update, testRun),
  );
}

/** Deletes a test run with its events. */
export const useDeleteTestRun = (projectId: number, name: string, leave: (() => Promise<unknown>) | undefined) =>
  useDeletion({ queryKey: testRunKeys.one(projectId, name), path: testRunPath(projectId, name), leave });

function useChangeRun<Input>(projectId: number, mutationFn: (input: Input) => Promise<TestRun>) {
  return useChange(testRunKeys.all(projectId), mutationFn, (client, saved) =>
    client.setQueryData(testRunKeys.one(projectId, saved.name), saved),
  );
}
