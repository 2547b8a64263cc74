import type { EventSummary } from '#server/events/contract.ts';
import { clockTime, formatCount } from '../../ui/format.ts';
import { liveCounts, liveStatusWords, reasonWords, statusWords } from '../reasons.ts';
import classes from './arrivals.module.css';

/** The timeline's numbers, newest first, and the reasons behind them. */
export function ArrivalsTable({ summary }: { summary: EventSummary }) {
  const slices = summary.series.filter((slice) => slice.accepted + slice.dropped + slice.rejected > 0).reverse();
  return (
    <div className={classes.tables}>
      <table className={classes.table} aria-label={`Arrivals per ${seconds(summary.interval_seconds)}`}>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Accepted</th>
            <th scope="col">Dropped</th>
            <th scope="col">Rejected</th>
            {summary.unassigned > 0 && <th scope="col">{liveStatusWords.unassigned}</th>}
          </tr>
        </thead>
        <tbody>
          {slices.map((slice) => (
            <tr key={slice.start}>
              <th scope="row">{clockTime(new Date(slice.start))}</th>
              <td>{formatCount(slice.accepted)}</td>
              <td>{formatCount(slice.dropped)}</td>
              <td>{formatCount(liveCounts(slice).rejected)}</td>
              {summary.unassigned > 0 && <td>{formatCount(slice.unassigned)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <table className={classes.table} aria-label="Reasons">
        <thead>
          <tr>
            <th scope="col">Reason</th>
            <th scope="col">Status</th>
            <th scope="col">Events</th>
          </tr>
        </thead>
        <tbody>
          {summary.reasons.map(({ status, reason, count }) => (
            <tr key={`${status} ${reason}`}>
              <th scope="row">{reasonWords(reason)}</th>
              <td>{statusWords[status]}</td>
              <td>{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {slices.length === 0 && <p className={classes.none}>Nothing arrived in this time.</p>}
    </div>
  );
}

function seconds(interval: number): string {
  return interval % 60 === 0 ? `${interval / 60} min` : `${interval} s`;
}
