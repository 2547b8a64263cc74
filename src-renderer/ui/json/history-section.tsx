import type { ReactNode } from 'react';
import { QueryState } from '../feedback/query-state.tsx';
import layout from '../layout.module.css';
import { Section } from '../page/section.tsx';
import { LoadMore, type PagedQuery } from '../table/load-more.tsx';
import { uiWords } from '../words.ts';

type Props<Change> = {
  query: PagedQuery<Change>;
  /** Draws one change, as a ChangeItem. */
  children: (change: Change) => ReactNode;
};

/** Lists the changes of one thing, newest first. */
export function HistorySection<Change>({ query, children }: Props<Change>) {
  if (query.data === undefined) return <QueryState query={query} what={uiWords.history.name} rows={5} />;
  const { rows: changes, total = 0 } = query.data;
  return (
    <Section title={uiWords.history.title} count={total}>
      <ol className={layout.list} aria-label={uiWords.history.changes}>
        {changes.map(children)}
      </ol>
      {total > changes.length && <LoadMore what={uiWords.history.count} query={query} />}
    </Section>
  );
}
