import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useProject } from '../../projects/current-project.ts';
import { testRunQuery } from '../../test-runs/queries.ts';
import { testRunWords } from '../../test-runs/words.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { Page } from '../../ui/page/page.tsx';
import { runsDiffQuery } from '../queries.ts';
import { type CompareDraft, compareDraftOf, isComplete, isSameAddress, searchOf } from './compare-draft.ts';
import { CompareForm } from './compare-form.tsx';
import { compareSearch } from './compare-search.ts';
import { Comparison } from './comparison.tsx';
import { words } from './words.ts';

const route = getRouteApi('/test-runs/compare');

/** Compares two test runs or builds, which the address names. */
export function ComparePage() {
  const project = useProject();
  const navigate = route.useNavigate();
  const asked = compareSearch.parse(route.useSearch());
  const draft = compareDraftOf(asked);
  const isAsked = isComplete(draft);
  const runs = [useSideRun(isAsked, asked.old_test_run), useSideRun(isAsked, asked.new_test_run)];
  const arrived = runs.map(({ data }) => data?.events ?? null);
  const query = useQuery({
    ...runsDiffQuery(project.id, asked, arrived),
    enabled: isAsked && runs.every(({ isLoading }) => !isLoading),
  });
  const compare = (chosen: CompareDraft) => {
    const next = searchOf(chosen);
    if (isSameAddress(next, asked)) void query.refetch();
    else void navigate({ search: (previous) => ({ ...previous, ...next }) });
  };
  return (
    <Page
      title={words.title}
      description={words.description}
      back={<BackLink to="/test-runs">{testRunWords.testRuns}</BackLink>}
    >
      <CompareForm
        start={draft}
        isCompared={isAsked}
        isLoading={query.isFetching && !query.isPlaceholderData}
        onCompare={compare}
      />
      {!isAsked ? (
        <EmptyState title={words.start.title}>{words.start.text}</EmptyState>
      ) : query.data === undefined ? (
        <QueryState query={query} what={words.what} />
      ) : (
        <Comparison diff={query.data} isFollowing={runs.some(({ data }) => data?.ended_at === null)} />
      )}
    </Page>
  );
}

/** Returns the test run of a side, kept up to date; undefined for a build. */
function useSideRun(isAsked: boolean, name: string | undefined) {
  const project = useProject();
  return useQuery({ ...testRunQuery(project.id, name ?? ''), enabled: isAsked && name !== undefined, retry: false });
}
