import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { maxPage } from '#server/core/contract.ts';
import {
  type duplicateInput,
  type Experiment,
  type ExperimentListQuery,
  experiment,
  type experimentInput,
  experimentList,
  type experimentUpdate,
  missingFlagCode,
} from '#server/experiments/contract.ts';
import { experimentChangeList } from '#server/experiments/lifecycle/history-contract.ts';
import type { People } from '#server/experiments/results/judge/evidence-contract.ts';
import { novelty } from '#server/experiments/results/novelty/novelty-contract.ts';
import {
  experimentResults,
  experimentSummaries,
  secondaryResults,
} from '#server/experiments/results/results-contract.ts';
import { get, patch, post, remove } from '../api/api.ts';
import { featureKeys } from '../api/feature-keys.ts';
import { pacedMs, pacedQuery } from '../api/paced.ts';
import { pagesQuery } from '../api/pages-query.ts';
import { foundQuery } from '../api/question-query.ts';
import { REFRESH_MS, readQuery } from '../api/read-query.ts';
import { useChange } from '../api/use-change.ts';
import { flagKeys } from '../flags/queries.ts';
import { experimentWords } from './words.ts';

/** Of slow counts, and of an experiment that does not run: it changes only by late events or in another window. */
export const IDLE_REFRESH_MS = 30_000;

export type ExperimentDraftInput = z.input<typeof experimentInput>;
export type ExperimentUpdateInput = z.input<typeof experimentUpdate>;

export const experimentKeys = featureKeys('experiments');

export const experimentsPath = (projectId: number) => `/api/projects/${projectId}/experiments/`;
export const experimentPath = (projectId: number, id: number) => `${experimentsPath(projectId)}${id}/`;

/** Lists experiments, newest first, page by page. */
export function experimentsQuery(projectId: number, query: ExperimentListQuery) {
  return pagesQuery(experimentKeys.all(projectId, 'list', query), experimentsPath(projectId), experimentList, {
    query,
    what: experimentWords.refresh.list,
    keepsPrevious: true,
  });
}

/** Until the rest is requested, where the server had no time to compute all. */
const CONTINUE_MS = 500;

/** Loads the results of the first experiments of a list, by id; null: not computed yet. */
export function summariesQuery(projectId: number, query: ExperimentListQuery, count: number) {
  const limit = Math.min(count, maxPage);
  return queryOptions({
    ...pacedQuery(
      experimentKeys.all(projectId, 'summaries', query, limit),
      `${experimentsPath(projectId)}summaries/`,
      experimentSummaries,
      { query: { ...query, limit }, what: experimentWords.refresh.results, leastMs: () => IDLE_REFRESH_MS },
    ),
    select: ({ results }) => new Map(results.map(({ id, result }) => [id, result])),
    refetchInterval: (asked) =>
      asked.state.data?.results.some(({ result }) => result === null) ? CONTINUE_MS : pacedMs(asked, IDLE_REFRESH_MS),
    placeholderData: keepPreviousData,
  });
}

/** Finds a few experiments for the command palette. */
export function foundExperimentsQuery(projectId: number, search: string) {
  return foundQuery(experimentKeys.all(projectId, 'found', search), experimentsPath(projectId), experimentList, search);
}

/** Loads the experiment of each flag, by the id of the flag: the one that runs, else the newest. */
export function flagExperimentsQuery(projectId: number) {
  return queryOptions({
    queryKey: experimentKeys.all(projectId, 'of flags'),
    queryFn: ({ signal }) => get(experimentsPath(projectId), experimentList, { query: { limit: maxPage }, signal }),
    select: ({ results }) => {
      const byFlag = new Map<number, Experiment>();
      for (const experiment of results) {
        const { feature_flag: flagId, status } = experiment;
        if (flagId !== null && (status === 'running' || !byFlag.has(flagId))) byFlag.set(flagId, experiment);
      }
      return byFlag;
    },
    refetchInterval: REFRESH_MS,
    meta: { what: experimentWords.refresh.list },
  });
}

/** Returns the other experiment that runs on the flag of this one or is scheduled to. */
export const rivalOf = ({ id, occupant }: Experiment): Experiment['occupant'] =>
  occupant?.id === id ? null : occupant;

/** Lists drafts and running experiments whose flag no app has requested. */
export function missingCodeQuery(projectId: number) {
  return readQuery(
    experimentKeys.all(projectId, 'missing code'),
    `${experimentsPath(projectId)}requires_flag_implementation/`,
    missingFlagCode,
    { query: { limit: maxPage }, what: experimentWords.refresh.missingCode, refreshEvery: REFRESH_MS },
  );
}

export function experimentQuery(projectId: number, id: number) {
  return readQuery(experimentKeys.detail(projectId, id), experimentPath(projectId, id), experiment, {
    what: experimentWords.refresh.experiment,
    refreshEvery: REFRESH_MS,
  });
}

type Computed = { projectId: number; id: number; part: string; query?: { people: People }; what: string };

/** Polls what the server computes of an experiment, more often while it runs. */
export const computedQuery = <Answer extends Pick<Experiment, 'status'>>(
  schema: z.ZodType<Answer>,
  { projectId, id, part, query, what }: Computed,
) =>
  pacedQuery(experimentKeys.one(projectId, id, part, query), `${experimentPath(projectId, id)}${part}/`, schema, {
    query,
    what,
    leastMs: (answer) => (answer?.status === 'running' ? REFRESH_MS : IDLE_REFRESH_MS),
  });

/** Polls the primary metric's result, by the data of `people`. */
export function resultsQuery(projectId: number, id: number, people: People = 'mature') {
  const { results: what } = experimentWords.refresh;
  return computedQuery(experimentResults, { projectId, id, part: 'results', query: { people }, what });
}

/** Polls the results of all secondary metrics, by the data of `people`. */
export function secondaryResultsQuery(projectId: number, id: number, people: People) {
  const { secondary: what } = experimentWords.refresh;
  return computedQuery(secondaryResults, { projectId, id, part: 'secondary_results', query: { people }, what });
}

/** Polls the effect by days since exposure, of the primary metric or the secondary one of that index. */
export function noveltyQuery(projectId: number, id: number, metric: number | undefined) {
  const queryKey = experimentKeys.one(projectId, id, 'novelty', metric ?? 'primary');
  return pacedQuery(queryKey, `${experimentPath(projectId, id)}novelty/`, novelty, {
    query: { metric },
    what: experimentWords.refresh.novelty,
    leastMs: () => IDLE_REFRESH_MS,
  });
}

/** Lists the changes of an experiment, newest first. */
export function experimentHistoryQuery(projectId: number, id: number) {
  return pagesQuery(
    experimentKeys.one(projectId, id, 'history'),
    `${experimentPath(projectId, id)}history/`,
    experimentChangeList,
    { what: experimentWords.refresh.history },
  );
}

/** Returns a change that also refreshes the flags, which it often changes. */
export function useExperimentChange<Input, Output>(
  projectId: number,
  mutationFn: (input: Input) => Promise<Output>,
  store?: (client: QueryClient, output: Output) => unknown,
) {
  return useChange(experimentKeys.all(projectId), mutationFn, async (client, output: Output) => {
    await store?.(client, output);
    void client.invalidateQueries({ queryKey: flagKeys.all(projectId) });
  });
}

export const cacheExperiment = (projectId: number) => (client: QueryClient, saved: Experiment) =>
  client.setQueryData(experimentKeys.detail(projectId, saved.id), saved);

export function useCreateExperiment(projectId: number) {
  return useExperimentChange(
    projectId,
    (input: ExperimentDraftInput) => post(experimentsPath(projectId), input, experiment),
    cacheExperiment(projectId),
  );
}

/** Sends the given fields only: `start_date` launches, `end_date` stops, `archived` archives. */
export function useUpdateExperiment(projectId: number) {
  return useExperimentChange(
    projectId,
    ({ id, ...update }: ExperimentUpdateInput & { id: number }) =>
      patch(experimentPath(projectId, id), update, experiment),
    cacheExperiment(projectId),
  );
}

/** Copies an experiment to a draft with its own flag. */
export function useDuplicateExperiment(projectId: number) {
  return useExperimentChange(
    projectId,
    ({ id, ...input }: z.input<typeof duplicateInput> & { id: number }) =>
      post(`${experimentPath(projectId, id)}duplicate/`, input, experiment),
    cacheExperiment(projectId),
  );
}

/** Restores an experiment, with the flag that was deleted with it. */
export function useRestoreExperiment(projectId: number) {
  return useExperimentChange(projectId, (id: number) =>
    post(`${experimentPath(projectId, id)}restore/`, {}, experiment),
  );
}

/** Resets it to a draft and turns its flag off; captured events stay. */
export function useResetExperiment(projectId: number) {
  return useExperimentChange(
    projectId,
    (id: number) => post(`${experimentPath(projectId, id)}reset/`, {}, experiment),
    cacheExperiment(projectId),
  );
}

/**
 * Deletes the experiment with its history, and its flag unless that is older than the experiment. `leave` closes its page first:
 * a page that is still open would request the deleted experiment again.
 */
export function useDeleteExperiment(projectId: number, leave?: () => Promise<void>) {
  return useExperimentChange(
    projectId,
    async (id: number) => {
      await remove(experimentPath(projectId, id));
      return id;
    },
    async (client, id) => {
      await leave?.();
      client.removeQueries({ queryKey: experimentKeys.one(projectId, id) });
    },
  );
}
