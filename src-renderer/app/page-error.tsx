import { Link, useRouter } from '@tanstack/react-router';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { ErrorState } from '../ui/feedback/error-state.tsx';
import { words } from './words.tsx';

/** Replaces a page that fails to render. Failed requests are shown in their own place. */
export function PageError({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorState what={words.pageError.what} error={error} onRetry={retry} />;
}

export function NotFound() {
  return (
    <EmptyState title={words.pageError.notFound} action={<Link to="/live">{words.pageError.goToLive}</Link>}>
      {words.pageError.notFoundHint}
    </EmptyState>
  );
}
