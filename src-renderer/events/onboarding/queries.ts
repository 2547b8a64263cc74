import { queryOptions } from '@tanstack/react-query';
import { connection } from '#server/capture/connection/connection-contract.ts';
import { get } from '../../api/api.ts';
import { eventKeys, SUMMARY_POLL_MS } from '../queries.ts';

/** What SDKs requested, and why one sends no events; asked for again every 2 s. */
export function connectionQuery(projectId: number) {
  return queryOptions({
    queryKey: eventKeys.connection(projectId),
    queryFn: ({ signal }) => get(`/api/projects/${projectId}/connection/`, connection, { signal }),
    refetchInterval: SUMMARY_POLL_MS,
  });
}
