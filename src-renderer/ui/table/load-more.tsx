import { Button } from '@mantine/core';
import { ErrorNote } from '../feedback/error-note.tsx';
import { formatCount } from '../format.ts';
import looks from '../text.module.css';
import { uiWords } from '../words.ts';
import classes from './load-more.module.css';

/** Shows the end of a paged list. `total` is undefined where the server does not count. */
export function LoadMore(props: {
  /** Singular and plural of the items: `['person', 'persons']`. */
  what: readonly [one: string, many: string];
  shown: number;
  total?: number | undefined;
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => unknown;
  };
}) {
  const { what, shown, total, query } = props;
  const [one, many] = what;
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
