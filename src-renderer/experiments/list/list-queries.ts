import { queryOptions } from '@tanstack/react-query';
import { experimentList } from '#server/experiments/contract.ts';
import { get } from '../../api/api.ts';
import { labelsOf } from '../../ui/table/list-search.ts';
import { experimentKeys, experimentsPath } from '../queries.ts';
import { words } from '../words.ts';

/** The tags and owners that experiments have. */
export function experimentLabelsQuery(projectId: number) {
  return queryOptions({
    queryKey: [...experimentKeys.all(projectId), 'labels'],
    queryFn: ({ signal }) => get(experimentsPath(projectId), experimentList, { query: { limit: 1000 }, signal }),
    select: ({ results }) => labelsOf(results),
    meta: { what: words.refresh.list },
  });
}

/** The experiments whose metrics use an action. */
export function experimentsOfActionQuery(projectId: number, action: number) {
  return queryOptions({
    queryKey: [...experimentKeys.all(projectId), 'of-action', action],
    queryFn: ({ signal }) => get(experimentsPath(projectId), experimentList, { query: { action, limit: 100 }, signal }),
    select: ({ results }) => results,
    meta: { what: words.refresh.list },
  });
}
