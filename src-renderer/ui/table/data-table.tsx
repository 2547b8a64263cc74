import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** "30%" of the table's width or "120px"; columns without it share the rest. */
  width?: string;
  align?: 'end';
};

/** A dense table; `label` names it for assistive tools. The first cell is the row's header. */
export function DataTable<Row>(props: {
  label: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Dims rows that are kept only for the record. */
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
