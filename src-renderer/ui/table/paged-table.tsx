import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { pagesQuery } from '../../api/pages-query.ts';
import { useRefusal } from '../../api/permissions.ts';
import { QueryState } from '../feedback/query-state.tsx';
import classes from '../page/list-page.module.css';
import { DataTable } from './data-table.tsx';
import { LoadMore, type PagedQuery } from './load-more.tsx';
import { type Selection, useSelection } from './use-selection.ts';

type Table<Row> = ComponentProps<typeof DataTable<Row>>;
type Empty = {
  /** Shown in place of the table when there are no rows. */
  empty: ReactNode;
};

/** How a list is shown. A row opens its first link. */
export type ListTable<Row> = Pick<Table<Row>, 'label' | 'columns' | 'rowKey'> & {
  /** Item names: `['flag', 'flags']`. */
  what: readonly [one: string, many: string];
};

type Props<Row> = Empty & { table: ListTable<Row>; query: ReturnType<typeof pagesQuery<Row>> };

type SelectableProps<Row> = Empty &
  ListTable<Row> &
  Pick<Table<Row>, 'opens' | 'sorting'> & {
    query: PagedQuery<Row>;
    /** Shown above the table, given the rows loaded so far. */
    above?: (rows: Row[]) => ReactNode;
    /** The name of a row for assistive tools. */
    nameOf: (row: Row) => string;
    /** Actions on selected rows. */
    bulk: (selection: Selection<Row>) => ReactNode;
  };

/** Shows the table of a list page, loaded page by page. */
export function PagedTable<Row>({ table: { what, ...table }, query: asked, empty }: Props<Row>) {
  const query = useInfiniteQuery(asked);
  if (query.data === undefined) return <QueryState query={query} what={table.label} />;
  const { rows } = query.data;
  if (rows.length === 0) return empty;
  return (
    <div className={classes.list}>
      <DataTable {...table} opens rows={rows} />
      <LoadMore what={what} query={query} />
    </div>
  );
}

/** Shows a paged table with rows that can be selected, in a session that may write. */
export function SelectableTable<Row extends { id: number }>(props: SelectableProps<Row>) {
  const { query, what, empty, above, nameOf, bulk, opens = true, ...table } = props;
  const { rows } = query.data ?? { rows: [] };
  const selection = useSelection(rows, nameOf);
  const mayWrite = useRefusal('edit_definitions') === undefined;
  if (query.data === undefined) return <QueryState query={query} what={table.label} />;
  if (rows.length === 0) return empty;
  return (
    <div className={classes.list}>
      {above?.(rows)}
      {selection.selected.length > 0 && bulk(selection)}
      <DataTable {...table} opens={opens} rows={rows} {...(mayWrite && { selection })} />
      <LoadMore what={what} query={query} />
    </div>
  );
}
