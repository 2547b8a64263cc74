import type { EventSummary } from '#server/events/contract.ts';
import { formatCount } from '../../ui/format.ts';
import looks from '../../ui/text.module.css';
import { eventStatusWords, liveStatusWords, reasonWords } from '../reason-words.ts';
import { liveWords } from '../tail/words.ts';
import { arrivalTime } from './arrival-slice.ts';
import classes from './arrivals.module.css';

/** Shows the timeline's numbers, newest first, and their reasons. */
export function ArrivalsTable({ summary }: { summary: EventSummary }) {
  const slices = summary.series.filter((slice) => slice.accepted + slice.dropped + slice.rejected > 0).reverse();
  return (
    <div className={classes.tables}>
      <table className={classes.table} aria-label={liveWords.arrivals.tablePer(duration(summary.interval_seconds))}>
        <thead>
          <tr>
            <th scope="col">{liveWords.arrivals.from}</th>
            <th scope="col">{liveWords.arrivals.accepted}</th>
            <th scope="col">{liveWords.arrivals.dropped}</th>
            <th scope="col">{liveWords.arrivals.rejected}</th>
            {summary.unassigned > 0 && <th scope="col">{liveStatusWords.unassigned}</th>}
          </tr>
        </thead>
        <tbody>
          {slices.map((slice) => (
            <tr key={slice.start}>
              <th scope="row">{arrivalTime(summary, slice.start)}</th>
              <td>{formatCount(slice.accepted)}</td>
              <td>{formatCount(slice.dropped)}</td>
              <td>{formatCount(slice.rejected)}</td>
              {summary.unassigned > 0 && <td>{formatCount(slice.unassigned)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <table className={classes.table} aria-label={liveWords.arrivals.reasons}>
        <thead>
          <tr>
            <th scope="col">{liveWords.arrivals.reason}</th>
            <th scope="col">{liveWords.arrivals.status}</th>
            <th scope="col">{liveWords.arrivals.events}</th>
          </tr>
        </thead>
        <tbody>
          {summary.reasons.map(({ status, reason, count }) => (
            <tr key={`${status} ${reason}`}>
              <th scope="row">{reasonWords(reason)}</th>
              <td>{eventStatusWords[status]}</td>
              <td>{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {slices.length === 0 && <p className={looks.note}>{liveWords.arrivals.noArrivals}</p>}
    </div>
  );
}

function duration(interval: number): string {
  return interval % 60 === 0 ? liveWords.arrivals.minutes(interval / 60) : liveWords.arrivals.seconds(interval);
}
