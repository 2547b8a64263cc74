import type { z } from 'zod';
import { maxPage } from '#server/core/contract.ts';
import {
  type SavedMetric,
  savedMetric,
  type savedMetricInput,
  savedMetricList,
  type savedMetricUpdate,
} from '#server/experiments/saved-metrics/saved-metric-contract.ts';
import { patch, post, remove } from '../../api/api.ts';
import { listQuery } from '../../api/read-query.ts';
import { useChange } from '../../api/use-change.ts';
import { experimentKeys } from '../queries.ts';
import { savedMetricWords } from './words.ts';

const path = (projectId: number) => `/api/projects/${projectId}/saved_metrics/`;

/** Loads all saved metrics of the project, by name. */
export const savedMetricsQuery = (projectId: number) =>
  listQuery(experimentKeys.all(projectId, 'saved metrics'), path(projectId), savedMetricList, {
    query: { limit: maxPage },
    what: savedMetricWords.list,
  });

// A change is one of the experiments that use the metric, too.
export const useSaveMetric = (projectId: number) =>
  useChange(experimentKeys.all(projectId), (input: z.input<typeof savedMetricInput>) =>
    post(path(projectId), input, savedMetric),
  );

export const useChangeSavedMetric = (projectId: number) =>
  useChange(experimentKeys.all(projectId), ({ id, ...update }: { id: number } & z.input<typeof savedMetricUpdate>) =>
    patch(`${path(projectId)}${id}/`, update, savedMetric),
  );

export const useDeleteSavedMetric = (projectId: number) =>
  useChange(experimentKeys.all(projectId), ({ id }: SavedMetric) => remove(`${path(projectId)}${id}/`));
