import { queryOptions } from '@tanstack/react-query';
import { connection } from '#server/capture/connection/connection-contract.ts';
import { get } from '../../api/api.ts';
import { eventKeys, SUMMARY_POLL_MS } from '../queries.ts';

/** Polls every 2 s what SDKs requested, and why one sends no events. */
export function connectionQuery(projectId: number) {
  return queryOptions({
    queryKey: eventKeys.connection(projectId),
    queryFn: ({ signal }) => get(`/api/projects/${projectId}/connection/`, connection, { signal }),
    refetchInterval: SUMMARY_POLL_MS,
  });
}
