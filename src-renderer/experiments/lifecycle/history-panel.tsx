import { useInfiniteQuery } from '@tanstack/react-query';
import type { Experiment } from '#server/experiments/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { ChangeItem, ChangeList } from '../../ui/json/change-item.tsx';
import { Section } from '../../ui/page/section.tsx';
import { LoadMore } from '../../ui/table/load-more.tsx';
import { experimentHistoryQuery } from '../queries.ts';
import { changeFields, changeWords } from './history-words.ts';
import { words } from './words.tsx';

const { history: text } = words;

export function HistoryPanel({ experiment }: { experiment: Experiment }) {
  const project = useProject();
  const query = useInfiniteQuery(experimentHistoryQuery(project.id, experiment.id));
  if (query.data === undefined) return <QueryState query={query} what={text.name} rows={5} />;
  const changes = query.data.pages.flatMap(({ results }) => results);
  const total = query.data.pages[0]?.count ?? 0;
  return (
    <Section title={text.title} count={total}>
      <ChangeList>
        {changes.map((change) => (
          <ChangeItem key={change.id} change={change} what={changeWords(change)} fields={changeFields(change)} />
        ))}
      </ChangeList>
      {total > changes.length && <LoadMore what={text.count} shown={changes.length} total={total} query={query} />}
    </Section>
  );
}
