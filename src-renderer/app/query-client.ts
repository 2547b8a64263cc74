import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ServerUnreachable } from './errors.ts';

/**
 * `networkMode: 'always'`: the server is on this machine, so a laptop without a network must not pause its queries.
 * Nothing is retried here: a refusal stays one, and for a lost server the status poll retries for all (status.ts).
 */
export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache({
    onError: (error, query) => {
      if (!(error instanceof ServerUnreachable) || query.queryKey[0] === 'status') return;
      void client.invalidateQueries({ queryKey: ['status'] });
    },
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
