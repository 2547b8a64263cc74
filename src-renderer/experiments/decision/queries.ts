import { queryOptions } from '@tanstack/react-query';
import { experiment } from '#server/experiments/contract.ts';
import { experimentDecision } from '#server/experiments/decision/decision-contract.ts';
import { get, post } from '../../api/api.ts';
import { pacedMs, timed } from '../../api/paced.ts';
import {
  cacheExperiment,
  experimentKeys,
  experimentPath,
  IDLE_REFRESH_MS,
  REFRESH_MS,
  useExperimentChange,
} from '../queries.ts';
import { words } from './words.ts';

/** Polls what the end of an experiment is decided by. */
export function decisionQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: [...experimentKeys.one(projectId, id), 'decision'],
    queryFn: (context) =>
      timed(context, () =>
        get(`${experimentPath(projectId, id)}decision/`, experimentDecision, { signal: context.signal }),
      ),
    refetchInterval: (query) => pacedMs(query, query.state.data?.status === 'running' ? REFRESH_MS : IDLE_REFRESH_MS),
    meta: { what: words.decision },
  });
}

/** Restores its flag and its run as before the last stop. */
export function useUndoStop(projectId: number) {
  return useExperimentChange(
    projectId,
    (id: number) => post(`${experimentPath(projectId, id)}undo_stop/`, {}, experiment),
    cacheExperiment(projectId),
  );
}
