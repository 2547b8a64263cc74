import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type BreakdownSearch, breakdown } from '#server/experiments/breakdown/breakdown-contract.ts';
import { get } from '../../../api/api.ts';
import { pacedMs, timed } from '../../../api/paced.ts';
import { experimentKeys, experimentPath, IDLE_REFRESH_MS } from '../../queries.ts';
import { breakdownWords } from './breakdown-words.ts';

/** Polls a metric by the values of a property; asks nothing while the property is ''. */
export function breakdownQuery(projectId: number, id: number, search: BreakdownSearch) {
  return queryOptions({
    queryKey: [...experimentKeys.one(projectId, id), 'breakdown', search] as const,
    queryFn: (context) =>
      timed(context, () =>
        get(`${experimentPath(projectId, id)}breakdown/`, breakdown, { query: search, signal: context.signal }),
      ),
    enabled: search.property !== '',
    refetchInterval: (query) => pacedMs(query, IDLE_REFRESH_MS),
    placeholderData: keepPreviousData,
    meta: { what: breakdownWords.what },
  });
}
