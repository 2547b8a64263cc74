import { Page } from '../ui/page.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';

export function NewFlagPage() {
  return (
    <Page title="New flag">
      <SkeletonRows label="Loading the editor" />
    </Page>
  );
}

export function FlagPage() {
  return (
    <Page title="Flag">
      <SkeletonRows label="Loading flag" />
    </Page>
  );
}
