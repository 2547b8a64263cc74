import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { explainError, isNotFound, ServerUnreachable, SignedOut } from './errors.ts';
import { apiWords } from './words.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `what` is loaded, as in "Could not refresh persons". */
    queryMeta: { what?: string };
  }
}

/**
 * Creates the query client. `networkMode: 'always'`: the server is on this machine, so a laptop without a network must not
 * pause its queries. Nothing is retried here: for a lost server the status poll retries for all (status.ts).
 */
export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache({
    onError: (error, query) => {
      if (error instanceof SignedOut) return;
      if (query.queryKey[0] === 'status') {
        // Another window deleted the project: without it in the list, the window shows another one.
        if (isNotFound(error)) void client.invalidateQueries({ queryKey: ['projects'], exact: true });
        return;
      }
      if (error instanceof ServerUnreachable) void client.invalidateQueries({ queryKey: ['status'] });
      // The page of what was deleted says so, and no longer shows it.
      else if (query.state.data !== undefined && !isNotFound(error)) notifyStale(error, query);
    },
    onSuccess: (_, query) => notifications.hide(query.queryHash),
  });
  const client = new QueryClient({
    queryCache,
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 5_000, refetchOnReconnect: false },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}

/** Notifies of a failed refresh, which leaves the old answer on screen; a failed first load is shown in its place (ErrorState). */
function notifyStale(error: unknown, query: Query<unknown, unknown, unknown>): void {
  const { message } = explainError(error);
  notifications.show({
    id: query.queryHash,
    color: 'red',
    autoClose: false,
    title: apiWords.stale.title(query.meta?.what),
    message: (
      <>
        {message} {apiWords.stale.hint}{' '}
        <Anchor component="button" type="button" fz="inherit" onClick={() => void query.fetch().catch(() => undefined)}>
          {apiWords.tryAgain}
        </Anchor>
      </>
    ),
  });
}
