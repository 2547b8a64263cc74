import { useInfiniteQuery } from '@tanstack/react-query';
import type { Experiment } from '#server/experiments/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { ChangeItem, ChangeList } from '../../ui/json/change-item.tsx';
import { Section } from '../../ui/page/section.tsx';
import { LoadMore } from '../../ui/table/load-more.tsx';
import { SkeletonRows } from '../../ui/table/skeleton-rows.tsx';
import { experimentHistoryQuery } from '../queries.ts';
import { changeFields, changeWords } from './history-words.ts';

/** Who did what to the experiment, and when; a change while it runs may spoil the numbers, so none is left out. */
export function HistoryPanel({ experiment }: { experiment: Experiment }) {
  const project = useProject();
  const query = useInfiniteQuery(experimentHistoryQuery(project.id, experiment.id));
  if (query.data === undefined) {
    if (query.isPending) return <SkeletonRows rows={5} label="Loading the history" />;
    return <ErrorState what="The history" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const changes = query.data.pages.flatMap(({ results }) => results);
  const total = query.data.pages[0]?.count ?? 0;
  return (
    <Section title="History" count={total}>
      <ChangeList>
        {changes.map((change) => (
          <ChangeItem key={change.id} change={change} what={changeWords(change)} fields={changeFields(change)} />
        ))}
      </ChangeList>
      {total > changes.length && (
        <LoadMore what={['change', 'changes']} shown={changes.length} total={total} query={query} />
      )}
    </Section>
  );
}
