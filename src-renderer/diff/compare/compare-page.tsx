import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useProject } from '../../projects/current-project.ts';
import { testRunWords } from '../../test-runs/words.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { Page } from '../../ui/page/page.tsx';
import { runsDiffQuery } from '../queries.ts';
import { CompareForm } from './compare-form.tsx';
import { type CompareDraft, draftOf, isComplete, searchOf } from './compare-search.ts';
import { Comparison } from './comparison.tsx';
import { words } from './words.ts';

const route = getRouteApi('/test-runs/compare');

/** Compares two test runs or builds, which the address names. */
export function ComparePage() {
  const project = useProject();
  const navigate = route.useNavigate();
  const draft = draftOf(route.useSearch());
  const asked = searchOf(draft);
  const isAsked = isComplete(draft);
  const query = useQuery({ ...runsDiffQuery(project.id, asked), enabled: isAsked });
  const compare = (chosen: CompareDraft) => {
    const next = searchOf(chosen);
    if (JSON.stringify(next) === JSON.stringify(asked)) void query.refetch();
    else void navigate({ search: (previous) => ({ ...previous, ...next }) });
  };
  return (
    <Page
      title={words.title}
      description={words.description}
      back={<BackLink to="/test-runs">{testRunWords.testRuns}</BackLink>}
    >
      <CompareForm
        key={JSON.stringify(asked)}
        start={draft}
        isCompared={isAsked}
        isLoading={query.isFetching}
        onCompare={compare}
      />
      {!isAsked ? (
        <EmptyState title={words.start.title}>{words.start.text}</EmptyState>
      ) : query.data === undefined ? (
        <QueryState query={query} what={words.what} />
      ) : (
        <Comparison diff={query.data} />
      )}
    </Page>
  );
}
