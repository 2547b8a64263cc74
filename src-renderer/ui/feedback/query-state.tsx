import { SkeletonRows } from '../table/skeleton-rows.tsx';
import { ErrorState } from './error-state.tsx';

type Loading = { isPending: boolean; isFetching: boolean; error: unknown; refetch: () => Promise<unknown> };

/** In the place of what a query has not answered yet: that it loads, or why it failed. `what` begins “… could not be loaded”. */
export function QueryState({ query, what, rows = 8 }: { query: Loading; what: string; rows?: number }) {
  if (query.isPending) return <SkeletonRows rows={rows} label={`${what}: loading`} />;
  return (
    <ErrorState what={what} error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  );
}
