import type { EventSummary } from '#server/events/contract.ts';
import { formatCount } from '../../ui/format.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import looks from '../../ui/text.module.css';
import { eventStatusWords, liveStatusWords, reasonWords } from '../reason-words.ts';
import { liveWords } from '../tail/words.ts';
import { arrivalTime } from './arrival-slice.ts';
import classes from './arrivals.module.css';

const { arrivals: text } = liveWords;

type Slice = EventSummary['series'][number];

const countColumn = (header: string, of: (slice: Slice) => number): Column<Slice> => ({
  header,
  align: 'end',
  cell: (slice) => formatCount(of(slice)),
});

const reasonColumns: Column<EventSummary['reasons'][number]>[] = [
  { header: text.reason, cell: ({ reason }) => reasonWords(reason) },
  { header: text.status, width: '30%', cell: ({ status }) => eventStatusWords[status] },
  { header: text.events, width: '20%', align: 'end', cell: ({ count }) => formatCount(count) },
];

/** Shows the timeline's numbers, newest first, and their reasons. */
export function ArrivalsTable({ summary }: { summary: EventSummary }) {
  const slices = summary.series.filter((slice) => slice.accepted + slice.dropped + slice.rejected > 0).reverse();
  const columns: Column<Slice>[] = [
    { header: text.from, cell: ({ start }) => arrivalTime(summary, start) },
    countColumn(text.accepted, ({ accepted }) => accepted),
    countColumn(text.dropped, ({ dropped }) => dropped),
    countColumn(text.rejected, ({ rejected }) => rejected),
    ...(summary.unassigned > 0 ? [countColumn(liveStatusWords.unassigned, ({ unassigned }) => unassigned)] : []),
  ];
  return (
    <div className={classes.tables}>
      <div>
        <DataTable
          label={text.tablePer(duration(summary.interval_seconds))}
          columns={columns}
          rows={slices}
          rowKey={({ start }) => start}
        />
        {slices.length === 0 && <p className={looks.note}>{text.noArrivals}</p>}
      </div>
      <div>
        <DataTable
          label={text.reasons}
          columns={reasonColumns}
          rows={summary.reasons}
          rowKey={({ status, reason }) => `${status} ${reason}`}
        />
      </div>
    </div>
  );
}

function duration(interval: number): string {
  return interval % 60 === 0 ? text.minutes(interval / 60) : text.seconds(interval);
}
