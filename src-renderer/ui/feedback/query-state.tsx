import type { ReactNode } from 'react';
import { SkeletonRows } from '../table/skeleton-rows.tsx';
import { uiWords } from '../words.ts';
import { ErrorState } from './error-state.tsx';

type Loading = { isPending: boolean; isFetching: boolean; error: unknown; refetch: () => Promise<unknown> };

/** `what` begins “… could not be loaded”. */
type Props = { query: Loading; what: string; rows?: number };

/** Shows a query without data: loading or failed. */
export function QueryState({ query, what, rows = 8 }: Props) {
  if (query.isPending) return <SkeletonRows rows={rows} label={uiWords.loading(what)} />;
  return (
    <ErrorState what={what} error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  );
}

type LoadedProps<Data> = Props & { query: { data: Data | undefined }; children: (data: Data) => ReactNode };

/** Shows a query's answer, or its state until then. */
export function Loaded<Data>({ children, ...props }: LoadedProps<Data>) {
  const { data } = props.query;
  return data === undefined ? <QueryState {...props} /> : children(data);
}
