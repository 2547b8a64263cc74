import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type duplicateInput,
  type Experiment,
  type ExperimentQuery,
  experiment,
  experimentChangeList,
  type experimentInput,
  experimentList,
  type experimentUpdate,
  missingFlagCode,
} from '#server/experiments/contract.ts';
import { baseline, type baselineInput, type PlanInput, plan } from '#server/experiments/planning/plan-contract.ts';
import { experimentResults, secondaryResults } from '#server/experiments/results/results-contract.ts';
import { get, patch, post, remove } from '../api/api.ts';
import { pacedMs, timed } from '../api/paced.ts';
import { pagesQuery } from '../api/pages-query.ts';
import { useChange } from '../api/use-change.ts';
import { flagKeys } from '../flags/queries.ts';

/**
 * Exposures and metric events arrive all the time, and experiments are changed through the API and in other windows too. What is
 * counted over many events is asked for less often where that takes long.
 */
const REFRESH_MS = 5_000;
/** What has ended, or has not begun, moves only when an app sends late or somebody changes it elsewhere. */
const REST_MS = 30_000;

export type ExperimentDraftInput = z.input<typeof experimentInput>;
export type ExperimentUpdateInput = z.input<typeof experimentUpdate>;
export type BaselineQuestion = z.input<typeof baselineInput>;

export const experimentKeys = {
  all: (projectId: number) => ['experiments', projectId] as const,
  list: (projectId: number, query: ExperimentQuery) => [...experimentKeys.all(projectId), 'list', query] as const,
  found: (projectId: number, search: string) => [...experimentKeys.all(projectId), 'found', search] as const,
  missingCode: (projectId: number) => [...experimentKeys.all(projectId), 'missing code'] as const,
  one: (projectId: number, id: number) => [...experimentKeys.all(projectId), 'one', id] as const,
  detail: (projectId: number, id: number) => [...experimentKeys.one(projectId, id), 'detail'] as const,
  results: (projectId: number, id: number) => [...experimentKeys.one(projectId, id), 'results'] as const,
  secondaryResults: (projectId: number, id: number, index: number | null) =>
    [...experimentKeys.one(projectId, id), 'secondary results', index] as const,
  history: (projectId: number, id: number) => [...experimentKeys.one(projectId, id), 'history'] as const,
};

/** Apart from the experiments: a plan rests on what apps send, and saving an experiment does not change it. */
const planningKeys = {
  baseline: (projectId: number, question: BaselineQuestion | null) => ['baseline', projectId, question] as const,
  plan: (projectId: number, question: PlanInput | null) => ['plan', projectId, question] as const,
};

const experimentsPath = (projectId: number) => `/api/projects/${projectId}/experiments/`;
const experimentPath = (projectId: number, id: number) => `${experimentsPath(projectId)}${id}/`;

/** Experiments, newest first, page by page along `next`. */
export function experimentsQuery(projectId: number, query: ExperimentQuery) {
  return pagesQuery({
    queryKey: experimentKeys.list(projectId, query),
    path: experimentsPath(projectId),
    schema: experimentList,
    query: query,
    what: 'experiments',
    keepsPrevious: true,
  });
}

/** The few experiments that the command palette offers for a search. */
export function foundExperimentsQuery(projectId: number, search: string) {
  return queryOptions({
    queryKey: experimentKeys.found(projectId, search),
    queryFn: ({ signal }) => get(experimentsPath(projectId), experimentList, { query: { search, limit: 6 }, signal }),
    select: (list) => list.results,
    placeholderData: keepPreviousData,
  });
}

/** Drafts and running experiments whose flag no app has asked for. */
export function missingCodeQuery(projectId: number) {
  return queryOptions({
    queryKey: experimentKeys.missingCode(projectId),
    queryFn: ({ signal }) =>
      get(`${experimentsPath(projectId)}requires_flag_implementation/`, missingFlagCode, {
        query: { limit: 1000 },
        signal,
      }),
    refetchInterval: REFRESH_MS,
    meta: { what: 'experiments without code' },
  });
}

export function experimentQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: experimentKeys.detail(projectId, id),
    queryFn: ({ signal }) => get(experimentPath(projectId, id), experiment, { signal }),
    refetchInterval: REFRESH_MS,
    meta: { what: 'the experiment' },
  });
}

/** The primary metric's result; asked again and again while the experiment runs. */
export function resultsQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: experimentKeys.results(projectId, id),
    queryFn: (context) =>
      timed(context, () =>
        get(`${experimentPath(projectId, id)}results/`, experimentResults, { signal: context.signal }),
      ),
    refetchInterval: (query) => pacedMs(query, query.state.data?.status === 'running' ? REFRESH_MS : REST_MS),
    meta: { what: 'the results' },
  });
}

/** The results of all secondary metrics, or of the one at `index`. */
export function secondaryResultsQuery(projectId: number, id: number, index: number | null = null) {
  return queryOptions({
    queryKey: experimentKeys.secondaryResults(projectId, id, index),
    queryFn: (context) =>
      timed(context, () =>
        get(`${experimentPath(projectId, id)}secondary_results/`, secondaryResults, {
          query: { id: index },
          signal: context.signal,
        }),
      ),
    refetchInterval: (query) => pacedMs(query, query.state.data?.status === 'running' ? REFRESH_MS : REST_MS),
    meta: { what: 'the secondary results' },
  });
}

/** What was done to an experiment, newest first. */
export function experimentHistoryQuery(projectId: number, id: number) {
  return pagesQuery({
    queryKey: experimentKeys.history(projectId, id),
    path: `${experimentPath(projectId, id)}history/`,
    schema: experimentChangeList,
    what: 'the history',
  });
}

/**
 * What a metric was in the last days, of everybody. Asks nothing while `question` is null; the answer before stays until the
 * next one is there. Debounce the question where it is typed.
 */
export function baselineQuery(projectId: number, question: BaselineQuestion | null) {
  return queryOptions({
    queryKey: planningKeys.baseline(projectId, question),
    queryFn: (context) =>
      timed(context, () =>
        post(`${experimentsPath(projectId)}baseline/`, question, baseline, { signal: context.signal }),
      ),
    enabled: question !== null,
    refetchInterval: (query) => pacedMs(query, REST_MS),
    placeholderData: keepPreviousData,
    meta: { what: 'the baseline' },
  });
}

/** How many people and days an experiment needs; null and debouncing as of `baselineQuery`. */
export function planQuery(projectId: number, question: PlanInput | null) {
  return queryOptions({
    queryKey: planningKeys.plan(projectId, question),
    queryFn: ({ signal }) => post(`${experimentsPath(projectId)}plan/`, question, plan, { signal }),
    enabled: question !== null,
    // The same question always has the same answer.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    meta: { what: 'the plan' },
  });
}

/** A change of an experiment changes lists, results and history, and often its flag, so all of these are asked anew. */
function useExperimentChange<Input, Output>(
  projectId: number,
  mutationFn: (input: Input) => Promise<Output>,
  store?: (client: QueryClient, output: Output) => void,
) {
  return useChange(experimentKeys.all(projectId), mutationFn, (client, output: Output) => {
    store?.(client, output);
    void client.invalidateQueries({ queryKey: flagKeys.all(projectId) });
  });
}

const keep = (projectId: number) => (client: QueryClient, saved: Experiment) =>
  client.setQueryData(experimentKeys.detail(projectId, saved.id), saved);

export function useCreateExperiment(projectId: number) {
  return useExperimentChange(
    projectId,
    (input: ExperimentDraftInput) => post(experimentsPath(projectId), input, experiment),
    keep(projectId),
  );
}

/** Sends the given fields only: `start_date` launches, `end_date` stops, `archived` archives. */
export function useUpdateExperiment(projectId: number) {
  return useExperimentChange(
    projectId,
    ({ id, ...update }: ExperimentUpdateInput & { id: number }) =>
      patch(experimentPath(projectId, id), update, experiment),
    keep(projectId),
  );
}

/** A copy that is a draft, with a flag of its own. */
export function useDuplicateExperiment(projectId: number) {
  return useExperimentChange(
    projectId,
    ({ id, ...input }: z.input<typeof duplicateInput> & { id: number }) =>
      post(`${experimentPath(projectId, id)}duplicate/`, input, experiment),
    keep(projectId),
  );
}

/** Makes it a draft again and turns its flag off; what was captured stays. */
export function useResetExperiment(projectId: number) {
  return useExperimentChange(
    projectId,
    (id: number) => post(`${experimentPath(projectId, id)}reset/`, {}, experiment),
    keep(projectId),
  );
}

/** The experiment is gone with its history, and its flag with it unless that was there before. */
export function useDeleteExperiment(projectId: number) {
  return useExperimentChange(
    projectId,
    async (id: number) => {
      await remove(experimentPath(projectId, id));
      return id;
    },
    // What is gone must not be asked anew on its way off the screen.
    (client, id) => client.removeQueries({ queryKey: experimentKeys.one(projectId, id) }),
  );
}
