import { queryOptions } from '@tanstack/react-query';
import { maxPage } from '#server/core/contract.ts';
import { check, type Expectation, expectation, expectationList, testRunStatus } from '#server/expectations/contract.ts';
import { get, patch, post } from '../api/api.ts';
import { featureKeys } from '../api/feature-keys.ts';
import { pagesQuery } from '../api/pages-query.ts';
import { questionQuery } from '../api/question-query.ts';
import { readQuery } from '../api/read-query.ts';
import { useSave } from '../api/use-change.ts';
import { useDeletion } from '../api/use-deletion.ts';
import { testRunPath } from '../test-runs/queries.ts';
import { expectationWords } from './words.ts';

const { queries: what } = expectationWords;
/** Each event can change a status. */
const STATUS_REFRESH_MS = 1_000;
const LIST_REFRESH_MS = 2_000;

export const expectationKeys = featureKeys('expectations');

const path = (projectId: number) => `/api/projects/${projectId}/expectations/`;

/** Expectations with their status, newest first, in pages. */
export function expectationsQuery(projectId: number, search: string) {
  return pagesQuery(expectationKeys.all(projectId, 'list', search), path(projectId), expectationList, {
    query: { search },
    what: what.expectations,
    keepsPrevious: true,
    refreshEvery: LIST_REFRESH_MS,
  });
}

/** Loads the expectations of each test run, by its name; a project has at most 1,000. */
export function expectationsByRunQuery(projectId: number) {
  return queryOptions({
    queryKey: expectationKeys.all(projectId, 'every'),
    queryFn: ({ signal }) => get(path(projectId), expectationList, { query: { limit: maxPage }, signal }),
    select: ({ results }) => Map.groupBy(results, ({ test_run: run }) => run),
    refetchInterval: LIST_REFRESH_MS,
    meta: { what: what.expectations },
  });
}

export function expectationQuery(projectId: number, id: number) {
  return readQuery(expectationKeys.detail(projectId, id), `${path(projectId)}${id}/`, expectation, {
    what: what.expectation,
    refreshEvery: STATUS_REFRESH_MS,
  });
}

/** Loads the status of a test run's expectations, and of those of every event in it. */
export function runStatusQuery(projectId: number, run: string) {
  return readQuery(
    expectationKeys.all(projectId, 'status', run),
    `${testRunPath(projectId, run)}status/`,
    testRunStatus,
    {
      what: what.status,
      refreshEvery: STATUS_REFRESH_MS,
    },
  );
}

/** Loads how a draft would end if its test run ended now; null for an incomplete draft. */
export function draftCheckQuery(projectId: number, run: string, draft: unknown) {
  return questionQuery(
    expectationKeys.all(projectId, 'draft', run, draft),
    `${testRunPath(projectId, run)}check/`,
    check,
    {
      question: draft === null ? null : { expectations: [draft] },
      what: what.status,
      refreshEvery: STATUS_REFRESH_MS,
    },
  );
}

export function useAddExpectation(projectId: number) {
  return useSave(expectationKeys, projectId, (input: object) => post(path(projectId), input, expectation));
}

/** Sends the given fields only. */
export function useUpdateExpectation(projectId: number) {
  return useSave(expectationKeys, projectId, ({ id, ...update }: Pick<Expectation, 'id'>) =>
    patch(`${path(projectId)}${id}/`, update, expectation),
  );
}

export const useDeleteExpectation = (projectId: number, id: number, leave: (() => Promise<unknown>) | undefined) =>
  useDeletion({ queryKey: expectationKeys.detail(projectId, id), path: `${path(projectId)}${id}/`, leave });
