import { maxPage } from '#server/core/contract.ts';
import { experimentList } from '#server/experiments/contract.ts';
import { listQuery } from '../../api/read-query.ts';
import { labelsQuery } from '../../ui/table/labels-query.ts';
import { experimentKeys, experimentsPath } from '../queries.ts';
import { experimentWords } from '../words.ts';

/** Loads the tags and owners that experiments have. */
export function experimentLabelsQuery(projectId: number) {
  const queryKey = experimentKeys.all(projectId, 'labels');
  return labelsQuery(queryKey, experimentsPath(projectId), experimentList, experimentWords.refresh.list);
}

/** Loads the experiments whose metrics use an action, or that have had a flag, whatever their status, archived or not. */
export function experimentsUsingQuery(projectId: number, used: { action: number } | { feature_flag: number }) {
  return listQuery(experimentKeys.all(projectId, 'using', used), experimentsPath(projectId), experimentList, {
    query: { ...used, limit: maxPage },
    what: experimentWords.refresh.list,
  });
}
