import { Button } from '@mantine/core';
import { ErrorNote } from './error-note.tsx';
import { formatCount } from './format.ts';
import classes from './load-more.module.css';

/** The end of a list that comes in pages. `total` undefined: the server does not count them. */
export function LoadMore(props: {
  /** What is listed, in the plural: "persons". */
  what: string;
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
  return (
    <div className={classes.more}>
      {query.isFetchNextPageError && <ErrorNote what={`load more ${what}`} error={query.error} />}
      <span className={classes.count}>
        {formatCount(shown)} {total !== undefined && total > shown ? `of ${formatCount(total)} ` : ''}
        {what}
      </span>
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Load more
        </Button>
      )}
    </div>
  );
}
