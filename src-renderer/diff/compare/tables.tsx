import { Link } from '@tanstack/react-router';
import type { OrderDifference, RunDiff } from '#server/diff/contract.ts';
import { formatCount } from '../../ui/format.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import classes from './compare.module.css';
import { words } from './words.ts';

type EventCount = RunDiff['events'][number];
const { columns: headers, orderColumns } = words;

const countColumn = (header: string, of: (row: EventCount) => number): Column<EventCount> => ({
  header,
  width: '96px',
  align: 'end',
  value: of,
  cell: (row) => formatCount(of(row)),
});

const countColumns: Column<EventCount>[] = [
  { header: headers.event, cell: ({ event }) => <Name event={event} />, value: ({ event }) => event },
  countColumn(headers.old, (row) => row.old),
  countColumn(headers.new, (row) => row.new),
  {
    header: headers.change,
    width: '96px',
    align: 'end',
    value: changeOf,
    cell: (row) => `${changeOf(row) > 0 ? '+' : '−'}${formatCount(Math.abs(changeOf(row)))}`,
  },
];

function changeOf(row: EventCount): number {
  return row.new - row.old;
}

/** Lists the events that one side has more of. */
export function EventCounts({ events }: { events: readonly EventCount[] }) {
  const unequal = events.filter((row) => changeOf(row) !== 0);
  const equal = events.length - unequal.length;
  return (
    <>
      {unequal.length > 0 && (
        <DataTable label={words.events} columns={countColumns} rows={unequal} rowKey={({ event }) => event} />
      )}
      {(equal > 0 || events.length === 0) && (
        <p className={classes.dim}>{events.length === 0 ? words.noEvents : words.equalEvents(equal)}</p>
      )}
    </>
  );
}

const orderTable: Column<OrderDifference>[] = [
  {
    header: headers.event,
    cell: ({ event, uuid }) => (
      <Link to="/live" search={{ selected: uuid }} className={classes.name} title={event}>
        {event}
      </Link>
    ),
  },
  { header: headers.kind, width: '96px', cell: ({ kind }) => words.orderKinds[kind] },
  { header: orderColumns.old, cell: (row) => row.kind !== 'added' && <Name event={row.old_after ?? words.first} /> },
  {
    header: orderColumns.new,
    cell: (row) => row.kind !== 'removed' && <Name event={words.isAfter(row) ?? words.first} />,
  },
  { header: headers.persons, width: '84px', align: 'end', cell: ({ persons }) => formatCount(persons) },
];

/** Events of persons that come elsewhere, or more or less often. */
export const OrderDifferences = ({ order }: { order: readonly OrderDifference[] }) => (
  <DataTable
    label={words.order}
    columns={orderTable}
    rows={order}
    rowKey={({ kind, event, old_after, new_after }) => JSON.stringify([kind, event, old_after, new_after])}
  />
);

const Name = ({ event }: { event: string }) => (
  <span className={classes.name} title={event}>
    {event}
  </span>
);
