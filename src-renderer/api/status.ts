import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type ServerStatus, serverStatus } from '#server/events/contract.ts';
import { get } from './api.ts';
import { ServerUnreachable } from './errors.ts';

const POLL_MS = 2_000;
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 4_000;

/** Polls the state of the server; counts are of `projectId`. While it cannot be reached, the poll slows down from 0.5 to 4 s. */
export function serverStatusQuery(projectId: number) {
  return queryOptions({
    queryKey: ['status', projectId],
    queryFn: ({ signal }) => get('/api/status/', serverStatus, { query: { project_id: projectId }, signal }),
    refetchInterval: ({ state }) => {
      if (state.status !== 'error') return POLL_MS;
      const awayMs = Date.now() - state.dataUpdatedAt;
      return Math.min(Math.max(FIRST_RETRY_MS, awayMs / 2), MAX_RETRY_MS);
    },
    refetchIntervalInBackground: true,
    staleTime: 0,
  });
}

/** Returns the last known `status`; `lost` while the server cannot be reached. */
export function useServerStatus(projectId: number): { status: ServerStatus | undefined; lost: boolean } {
  const { data, error } = useQuery(serverStatusQuery(projectId));
  return { status: data, lost: error instanceof ServerUnreachable };
}

/** Returns where SDKs reach the server, without a slash at the end; before the first status, where this page is from. */
export const serverOrigin = (status: ServerStatus | undefined): string =>
  status?.url.replace(/\/$/, '') ?? location.origin;

/** Reloads everything on screen when the server is back, or is another process than before. */
export function useRefetchOnReturn(status: ServerStatus | undefined, lost: boolean): void {
  const client = useQueryClient();
  const wasLost = useRef(false);
  const instance = useRef(status?.instance);
  useEffect(() => {
    const isBack = wasLost.current && !lost;
    const isAnother = instance.current !== undefined && status !== undefined && instance.current !== status.instance;
    wasLost.current = lost;
    if (status !== undefined) instance.current = status.instance;
    if (isBack || isAnother) void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'status' });
  }, [client, lost, status]);
}
