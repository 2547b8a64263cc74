import { Link, useRouter } from '@tanstack/react-router';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { ErrorState } from '../ui/feedback/error-state.tsx';

/** What a page becomes when drawing it fails; a request that fails is shown where it belongs instead. */
export function PageError({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorState what="This page" error={error} onRetry={retry} />;
}

export function NotFound() {
  return (
    <EmptyState title="There is no page at this address" action={<Link to="/live">Go to Live</Link>}>
      The link may be from another version of Benchtop.
    </EmptyState>
  );
}
