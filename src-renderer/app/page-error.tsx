import { Link, useRouter } from '@tanstack/react-router';
import { ErrorState } from '../ui/feedback/error-state.tsx';
import { Page } from '../ui/page/page.tsx';
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
    <Page title={words.pageError.notFound} description={words.pageError.notFoundHint}>
      <Link to="/live">{words.pageError.goToLive}</Link>
    </Page>
  );
}
