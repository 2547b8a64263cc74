import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { uiWords } from '../words.ts';
import classes from './data-table.module.css';
import { useFocusInPlace } from './use-focus-in-place.ts';
import type { Selection } from './use-selection.ts';
import { nextSort, type Sorting, sortNameOf, useOwnSorting } from './use-sorting.ts';

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** "30%" of the table's width or "120px"; columns without it share the rest. */
  width?: string;
  align?: 'end';
  /** The `sorting` value set by pressing this header. */
  sort?: string;
  /** Sorts a completely loaded list. */
  value?: (row: Row) => string | number | null;
  /** Hidden when the list is narrow: 4 first. Columns without it stay. */
  priority?: 2 | 3 | 4;
};

type Props<Row> = {
  label: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Dims rows kept only for the record. */
  isInactive?: (row: Row) => boolean;
  /** Whether pressing a row anywhere opens its first link. */
  opens?: boolean;
  sorting?: Sorting;
  selection?: Selection<Row>;
};

/** Shows a dense table; `label` names it for assistive tools. The first cell is the row's header. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rowKey, isInactive, opens = false, selection } = props;
  const { rows, sorting } = useOwnSorting(props.rows, columns, props.sorting);
  const focus = useFocusInPlace();
  return (
    <table className={classes.table} aria-label={label} data-opens={opens || undefined}>
      <colgroup>
        {selection !== undefined && <col width="32px" />}
        {columns.map((column) => (
          <col key={column.header} width={column.width} data-priority={column.priority} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {selection !== undefined && <SelectAll selection={selection} />}
          {columns.map((column) => (
            <SortHeader key={column.header} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody {...focus}>
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            data-inactive={isInactive?.(row) || undefined}
            data-selected={selection?.isSelected(row) || undefined}
            {...(opens && { onClick: openRow, onAuxClick: openRowApart })}
          >
            {selection !== undefined && <SelectRow row={row} selection={selection} />}
            <Cells columns={columns} row={row} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cells<Row>({ columns, row }: { columns: Column<Row>[]; row: Row }) {
  return columns.map((column, index) => {
    const Cell = index === 0 ? 'th' : 'td';
    return (
      <Cell
        key={column.header}
        scope={index === 0 ? 'row' : undefined}
        data-align={column.align}
        data-priority={column.priority}
      >
        {column.cell(row)}
      </Cell>
    );
  });
}

function SelectAll<Row>({ selection: { share, toggleAll } }: { selection: Selection<Row> }) {
  return (
    <td className={classes.select}>
      <Checkbox
        aria-label={uiWords.select.all}
        checked={share === 'all'}
        indeterminate={share === 'some'}
        onChange={toggleAll}
      />
    </td>
  );
}

function SelectRow<Row>({ row, selection: { isSelected, toggle, nameOf } }: { row: Row; selection: Selection<Row> }) {
  return (
    <td className={classes.select}>
      <Checkbox
        aria-label={uiWords.select.one(nameOf(row))}
        checked={isSelected(row)}
        onChange={({ nativeEvent }) => toggle(row, (nativeEvent as globalThis.MouseEvent).shiftKey)}
      />
    </td>
  );
}

const controls = 'a, button, input, label, select, textarea, [role="menuitem"]';

/** Returns the link of a pressed row; none where a control in the row or a menu that it opened was pressed. */
function linkOf({ target, currentTarget }: MouseEvent<HTMLElement>): HTMLAnchorElement | null {
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(controls) !== null) return null;
  return currentTarget.querySelector('th a[href]');
}

/** Presses the row's link as the row was pressed, so that Ctrl opens a tab. Selecting text opens nothing. */
function openRow(event: MouseEvent<HTMLElement>): void {
  if (window.getSelection()?.isCollapsed === false) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  linkOf(event)?.dispatchEvent(
    new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}

/** Opens the row's link in a new tab with the middle button. */
function openRowApart(event: MouseEvent<HTMLElement>): void {
  const link = event.button === 1 ? linkOf(event) : null;
  if (link !== null) window.open(link.href, '_blank', 'noopener');
}

type HeadedColumn<Row> = Parameters<typeof sortNameOf<Row>>[0] & { align?: 'end'; priority?: number };

/** Shows the heading of a column; a button where the list can be sorted by it. */
function SortHeader<Row>({ column, sorting }: { column: HeadedColumn<Row>; sorting: Sorting | undefined }) {
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
