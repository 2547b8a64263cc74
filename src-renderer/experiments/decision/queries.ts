import { experiment } from '#server/experiments/contract.ts';
import { experimentDecision } from '#server/experiments/decision/decision-contract.ts';
import { post } from '../../api/api.ts';
import { cacheExperiment, computedQuery, experimentPath, useExperimentChange } from '../queries.ts';
import { words } from './words.ts';

/** Polls what the end of an experiment is decided by. */
export const decisionQuery = (projectId: number, id: number) =>
  computedQuery(experimentDecision, { projectId, id, part: 'decision', what: words.decision });

/** Restores its flag, run and conclusion as before the last stop or rollout. */
export function useUndoStop(projectId: number) {
  return useExperimentChange(
    projectId,
    (id: number) => post(`${experimentPath(projectId, id)}undo_stop/`, {}, experiment),
    cacheExperiment(projectId),
  );
}
