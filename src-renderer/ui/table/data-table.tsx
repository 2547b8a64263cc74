import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Of the table's width, as "30%" or "120px"; without it the columns share what is left. */
  width?: string;
  align?: 'end';
};

/** A dense table; `label` names it for assistive tools. The first cell is the row's header. */
export function DataTable<Row>(props: {
  label: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Dims rows that are kept for the record only. */
  isInactive?: (row: Row) => boolean;
}) {
  const { label, columns, rows, rowKey, isInactive } = props;
  return (
    <table className={classes.table} aria-label={label}>
      <colgroup>
        {columns.map((column) => (
          <col key={column.header} width={column.width} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.header} scope="col" data-align={column.align}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} data-inactive={isInactive?.(row) || undefined}>
            {columns.map((column, index) => {
              const Cell = index === 0 ? 'th' : 'td';
              return (
                <Cell key={column.header} scope={index === 0 ? 'row' : undefined} data-align={column.align}>
                  {column.cell(row)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
