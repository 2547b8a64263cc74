import { SkeletonRows } from '../table/skeleton-rows.tsx';
import { uiWords } from '../words.ts';
import { ErrorState } from './error-state.tsx';

type Loading = { isPending: boolean; isFetching: boolean; error: unknown; refetch: () => Promise<unknown> };

/** A query without data: loading or failed. `what` begins “… could not be loaded”. */
export function QueryState({ query, what, rows = 8 }: { query: Loading; what: string; rows?: number }) {
  if (query.isPending) return <SkeletonRows rows={rows} label={uiWords.loading(what)} />;
  return (
    <ErrorState what={what} error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  );
}
