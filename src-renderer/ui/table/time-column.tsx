import type { Column } from './data-table.tsx';
import { RelativeTime } from './relative-time.tsx';

type DateOf<Row> = (row: Row) => string | null;

/** Returns a column of times, ISO 8601; null is none. */
export const timeColumn = <Row,>(header: string, dateOf: DateOf<Row>, width = '88px'): Column<Row> => ({
  header,
  width,
  align: 'end',
  cell: (row) => {
    const date = dateOf(row);
    return date === null ? '–' : <RelativeTime date={date} />;
  },
});

/** Returns such a column for a list that is loaded as a whole, which it can sort. */
export const sortedTimeColumn = <Row,>(header: string, dateOf: DateOf<Row>): Column<Row> => ({
  ...timeColumn(header, dateOf),
  value: dateOf,
});
