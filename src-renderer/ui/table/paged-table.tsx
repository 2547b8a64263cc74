import type { ComponentProps, ReactNode } from 'react';
import { QueryState } from '../feedback/query-state.tsx';
import classes from '../page/list-page.module.css';
import { DataTable } from './data-table.tsx';
import { LoadMore } from './load-more.tsx';

type Pages<Row> = { pages: { count: number; results: Row[] }[] };
type Props<Row> = Pick<ComponentProps<typeof DataTable<Row>>, 'label' | 'columns' | 'rowKey'> & {
  query: ComponentProps<typeof QueryState>['query'] &
    ComponentProps<typeof LoadMore>['query'] & { data: Pages<Row> | undefined };
  /** What is listed: `['flag', 'flags']`. */
  what: readonly [one: string, many: string];
  /** Shown in place of the table when there are no rows. */
  empty: ReactNode;
  hasManyColumns?: boolean;
  /** Shown above the table, given the rows loaded so far. */
  above?: (rows: Row[]) => ReactNode;
};

/** The table of a list page, loaded page by page. */
export function PagedTable<Row>({ query, what, empty, hasManyColumns = false, above, ...table }: Props<Row>) {
  if (query.data === undefined) return <QueryState query={query} what={table.label} />;
  const rows = query.data.pages.flatMap(({ results }) => results);
  if (rows.length === 0) return empty;
  return (
    <div className={classes.list} data-columns={hasManyColumns ? 'many' : undefined}>
      {above?.(rows)}
      <DataTable {...table} rows={rows} />
      <LoadMore what={what} shown={rows.length} total={query.data.pages[0]?.count} query={query} />
    </div>
  );
}
