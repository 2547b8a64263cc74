import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type Flag,
  type FlagQuery,
  flag,
  flagChangeList,
  type flagInput,
  flagList,
  flagOverride,
  type flagOverrideInput,
  flagOverrideList,
  type flagUpdate,
} from '#server/flags/contract.ts';
import {
  evaluationAnswer,
  type evaluationInput,
  flagUsage,
  reach,
  type reachInput,
  servedList,
  wantedFlagList,
} from '#server/flags/evaluation/evaluation-contract.ts';
import { get, patch, post, remove } from '../api/api.ts';
import { pagesQuery } from '../api/pages-query.ts';
import { useChange } from '../api/use-change.ts';

const PAGE = 100;
/** Overrides and what was served change from outside this window too: by another one, by the API, by apps that decide. */
const REFRESH_MS = 5_000;

export type FlagDraftInput = z.input<typeof flagInput>;
export type FlagUpdateInput = z.input<typeof flagUpdate>;
export type EvaluationQuestion = z.input<typeof evaluationInput>;
export type ReachQuestion = z.input<typeof reachInput>;
export type OverrideDraft = z.input<typeof flagOverrideInput>;

export const flagKeys = {
  all: (projectId: number) => ['flags', projectId] as const,
  list: (projectId: number, query: FlagQuery) => [...flagKeys.all(projectId), 'list', query] as const,
  found: (projectId: number, search: string) => [...flagKeys.all(projectId), 'found', search] as const,
  like: (projectId: number, search: string) => [...flagKeys.all(projectId), 'like', search] as const,
  one: (projectId: number, id: number) => [...flagKeys.all(projectId), 'one', id] as const,
  detail: (projectId: number, id: number) => [...flagKeys.one(projectId, id), 'detail'] as const,
  history: (projectId: number, id: number) => [...flagKeys.one(projectId, id), 'history'] as const,
  usage: (projectId: number, id: number, minutes: number) =>
    [...flagKeys.one(projectId, id), 'usage', minutes] as const,
  served: (projectId: number, id: number, distinctId: string) =>
    [...flagKeys.one(projectId, id), 'served', distinctId] as const,
  overrides: (projectId: number) => [...flagKeys.all(projectId), 'overrides'] as const,
  evaluation: (projectId: number, question: EvaluationQuestion | null) =>
    [...flagKeys.all(projectId), 'evaluation', question] as const,
  reach: (projectId: number, question: ReachQuestion | null) =>
    [...flagKeys.all(projectId), 'reach', question] as const,
  wanted: (projectId: number) => [...flagKeys.all(projectId), 'wanted'] as const,
};

const flagsPath = (projectId: number) => `/api/projects/${projectId}/feature_flags/`;
const flagPath = (projectId: number, id: number) => `${flagsPath(projectId)}${id}/`;

/** Flags, newest first, page by page along `next`. */
export function flagsQuery(projectId: number, query: FlagQuery) {
  return pagesQuery({
    queryKey: flagKeys.list(projectId, query),
    path: flagsPath(projectId),
    schema: flagList,
    query: query,
    what: 'flags',
    keepsPrevious: true,
  });
}

/** The few flags that the command palette offers for a search. */
export function foundFlagsQuery(projectId: number, search: string) {
  return queryOptions({
    queryKey: flagKeys.found(projectId, search),
    queryFn: ({ signal }) => get(flagsPath(projectId), flagList, { query: { search, limit: 6 }, signal }),
    select: (list) => list.results,
    placeholderData: keepPreviousData,
  });
}

/** The flags whose key or description has the text in it: among them the one of that key. */
export function flagsLikeQuery(projectId: number, search: string) {
  return queryOptions({
    queryKey: flagKeys.like(projectId, search),
    queryFn: ({ signal }) => get(flagsPath(projectId), flagList, { query: { search, limit: 1000 }, signal }),
    select: (list) => list.results,
    placeholderData: keepPreviousData,
    meta: { what: 'flags' },
  });
}

/** A flag, a deleted one too. */
export function flagQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: flagKeys.detail(projectId, id),
    queryFn: ({ signal }) => get(flagPath(projectId, id), flag, { signal }),
    refetchInterval: REFRESH_MS,
    meta: { what: 'the flag' },
  });
}

/** What was done to a flag, newest first. */
export function flagHistoryQuery(projectId: number, id: number) {
  return pagesQuery({
    queryKey: flagKeys.history(projectId, id),
    path: `${flagPath(projectId, id)}history/`,
    schema: flagChangeList,
    what: 'the history',
  });
}

/** Served answers per value over the last `minutes`, at most 7 days. */
export function flagUsageQuery(projectId: number, id: number, minutes: number) {
  return queryOptions({
    queryKey: flagKeys.usage(projectId, id, minutes),
    queryFn: ({ signal }) => get(`${flagPath(projectId, id)}usage/`, flagUsage, { query: { minutes }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
    meta: { what: 'the usage' },
  });
}

/** The newest answers that apps got; of one id only where `distinctId` is not ''. */
export function flagServedQuery(projectId: number, id: number, distinctId = '') {
  return queryOptions({
    queryKey: flagKeys.served(projectId, id, distinctId),
    queryFn: ({ signal }) =>
      get(`${flagPath(projectId, id)}served/`, servedList, {
        query: { distinct_id: distinctId, limit: PAGE },
        signal,
      }),
    select: (list) => list.results,
    refetchInterval: REFRESH_MS,
    meta: { what: 'the served answers' },
  });
}

/** All active overrides of the project. */
export function overridesQuery(projectId: number) {
  return queryOptions({
    queryKey: flagKeys.overrides(projectId),
    queryFn: ({ signal }) =>
      get(`${flagsPath(projectId)}overrides/`, flagOverrideList, { query: { limit: 1000 }, signal }),
    select: (list) => list.results,
    refetchInterval: REFRESH_MS,
    meta: { what: 'overrides' },
  });
}

/**
 * What the flags are for somebody, and why. Asks nothing while `question` is null; the answer before stays until the
 * next one is there. Debounce the question where it is typed.
 */
export function evaluationQuery(projectId: number, question: EvaluationQuestion | null) {
  return queryOptions({
    queryKey: flagKeys.evaluation(projectId, question),
    queryFn: ({ signal }) => post(`${flagsPath(projectId)}evaluate/`, question, evaluationAnswer, { signal }),
    enabled: question !== null,
    placeholderData: keepPreviousData,
    meta: { what: 'the evaluation' },
  });
}

/** How many known people or groups the conditions reach; null and debouncing as of `evaluationQuery`. */
export function reachQuery(projectId: number, question: ReachQuestion | null) {
  return queryOptions({
    queryKey: flagKeys.reach(projectId, question),
    queryFn: ({ signal }) => post(`${flagsPath(projectId)}reach/`, question, reach, { signal }),
    enabled: question !== null,
    placeholderData: keepPreviousData,
    meta: { what: 'the reach' },
  });
}

/** Keys that apps asked for and that no flag has. */
export function wantedFlagsQuery(projectId: number) {
  return queryOptions({
    queryKey: flagKeys.wanted(projectId),
    queryFn: ({ signal }) => get(`${flagsPath(projectId)}wanted/`, wantedFlagList, { query: { limit: 1000 }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { what: 'wanted flags' },
  });
}

/** A change of a flag changes lists, evaluations, reach and history alike, so all of the project's flags are asked anew. */
function useFlagChange<Input, Output>(
  projectId: number,
  mutationFn: (input: Input) => Promise<Output>,
  store?: (client: QueryClient, output: Output) => void,
) {
  return useChange(flagKeys.all(projectId), mutationFn, store);
}

const keep = (projectId: number) => (client: QueryClient, saved: Flag) =>
  client.setQueryData(flagKeys.detail(projectId, saved.id), saved);

export function useCreateFlag(projectId: number) {
  return useFlagChange(projectId, (input: FlagDraftInput) => post(flagsPath(projectId), input, flag), keep(projectId));
}

/** Sends the given fields only; `deleted: true` deletes, `deleted: false` restores. */
export function useUpdateFlag(projectId: number) {
  return useFlagChange(
    projectId,
    ({ id, ...update }: FlagUpdateInput & { id: number }) => patch(flagPath(projectId, id), update, flag),
    keep(projectId),
  );
}

/** Replaces the override for the same person, or for everyone. */
export function useSetOverride(projectId: number) {
  return useFlagChange(projectId, ({ flagId, ...override }: OverrideDraft & { flagId: number }) =>
    post(`${flagPath(projectId, flagId)}overrides/`, override, flagOverride),
  );
}

export function useClearOverride(projectId: number) {
  return useFlagChange(projectId, ({ flagId, id }: { flagId: number; id: number }) =>
    remove(`${flagPath(projectId, flagId)}overrides/${id}/`),
  );
}

export function useClearOverrides(projectId: number) {
  return useFlagChange(projectId, () => remove(`${flagsPath(projectId)}overrides/`));
}
