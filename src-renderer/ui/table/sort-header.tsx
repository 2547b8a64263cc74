import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Icon } from '../icon.tsx';
import classes from './data-table.module.css';
import { nextSort, type Sorting, sortNameOf } from './use-sorting.ts';

type HeadedColumn<Row> = Parameters<typeof sortNameOf<Row>>[0] & { align?: 'end'; priority?: number };

/** Shows the heading of a column; a button where the list can be sorted by it. */
export function SortHeader<Row>({ column, sorting }: { column: HeadedColumn<Row>; sorting: Sorting | undefined }) {
  const { header, align, priority } = column;
  const name = sortNameOf(column);
  if (sorting === undefined || name === undefined) {
    return (
      <th scope="col" data-align={align} data-priority={priority}>
        {header}
      </th>
    );
  }
  const direction = sorting.by === name ? 'ascending' : sorting.by === `-${name}` ? 'descending' : 'none';
  return (
    <th scope="col" data-align={align} data-priority={priority} aria-sort={direction}>
      <button
        type="button"
        className={classes.sort}
        onClick={() => sorting.onSort(nextSort(sorting.by, name, align === 'end'))}
      >
        {header}
        {direction !== 'none' && <Icon of={direction === 'ascending' ? IconArrowUp : IconArrowDown} size={12} />}
      </button>
    </th>
  );
}
