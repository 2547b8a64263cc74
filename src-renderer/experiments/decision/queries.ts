import { experiment } from '#server/experiments/contract.ts';
import { experimentDecision } from '#server/experiments/decision/decision-contract.ts';
import { post } from '../../api/api.ts';
import { pacedQuery } from '../../api/paced.ts';
import { cacheExperiment, experimentKeys, experimentPath, resultsRefreshMs, useExperimentChange } from '../queries.ts';
import { words } from './words.ts';

/** Polls what the end of an experiment is decided by. */
export function decisionQuery(projectId: number, id: number) {
  const queryKey = experimentKeys.one(projectId, id, 'decision');
  return pacedQuery(queryKey, `${experimentPath(projectId, id)}decision/`, experimentDecision, {
    what: words.decision,
    leastMs: resultsRefreshMs,
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
