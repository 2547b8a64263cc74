import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { LoadedRows } from '../../api/pages-query.ts';
import { ErrorNote } from '../feedback/error-note.tsx';
import type { QueryState } from '../feedback/query-state.tsx';
import { formatCount } from '../format.ts';
import looks from '../text.module.css';
import { uiWords } from '../words.ts';
import classes from './load-more.module.css';

/** A list that is loaded page by page. */
export type PagedQuery<Row> = ComponentProps<typeof QueryState>['query'] & {
  data: LoadedRows<Row> | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

/** `what`: singular and plural of the items, `['person', 'persons']`. */
type Props = { what: readonly [one: string, many: string]; query: PagedQuery<unknown> };

/** Shows the end of a paged list. */
export function LoadMore({ what: [one, many], query }: Props) {
  const { rows, total } = query.data ?? { rows: [] };
  const shown = rows.length;
  return (
    <div className={classes.more}>
      {query.isFetchNextPageError && <ErrorNote what={uiWords.loadMoreOf(many)} error={query.error} />}
      <span className={looks.count}>
        {formatCount(shown)} {total !== undefined && total > shown ? uiWords.ofTotal(total) : ''}
        {shown === 1 ? one : many}
      </span>
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {uiWords.loadMore}
        </Button>
      )}
    </div>
  );
}
