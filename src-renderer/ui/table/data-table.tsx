import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { uiWords } from '../words.ts';
import classes from './data-table.module.css';
import { openRow, openRowApart } from './open-row.ts';
import { SortHeader } from './sort-header.tsx';
import type { Selection } from './use-selection.ts';
import { type Sorting, useOwnSorting } from './use-sorting.ts';

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
      <tbody>
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
        size="xs"
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
        size="xs"
        aria-label={uiWords.select.one(nameOf(row))}
        checked={isSelected(row)}
        onChange={({ nativeEvent }) => toggle(row, (nativeEvent as MouseEvent).shiftKey)}
      />
    </td>
  );
}
