import { type CSSProperties, type KeyboardEvent, useState } from 'react';
import type { EventSummary } from '#server/events/contract.ts';
import { formatCount } from '../../ui/format.ts';
import { liveStatus } from '../filters/live-search.ts';
import { liveCounts } from '../reasons.ts';
import classes from './arrivals.module.css';

type Slice = EventSummary['series'][number];
const statuses = ['rejected', 'dropped', 'accepted'] as const;

/**
 * A bar a slice of time, read out one by one with the arrow keys. Kinds differ by place, pattern and colour; the table twin
 * has the same numbers.
 */
export function ArrivalsTimeline({ summary, window }: { summary: EventSummary | undefined; window: string }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const series = summary?.series ?? [];
  const highest = Math.max(1, ...series.map(total));
  const at = chosen === null ? undefined : series[Math.min(chosen, series.length - 1)];
  const keys = (event: KeyboardEvent) => {
    const last = series.length - 1;
    const from = chosen ?? last;
    const moves: Record<string, number> = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(last, to)));
  };
  return (
    <div className={classes.timeline}>
      <div
        className={classes.bars}
        role="slider"
        tabIndex={0}
        aria-label={`Arrivals, ${window}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, series.length - 1)}
        aria-valuenow={chosen ?? Math.max(0, series.length - 1)}
        aria-valuetext={sliceWords(at ?? series.at(-1), summary)}
        onKeyDown={keys}
        onBlur={() => setChosen(null)}
        onPointerLeave={() => setChosen(null)}
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          setChosen(
            Math.max(0, Math.min(series.length - 1, Math.floor(((event.clientX - left) / width) * series.length))),
          );
        }}
      >
        {series.map((slice, index) => (
          <span key={slice.start} className={classes.slice} data-chosen={index === chosen || undefined}>
            {statuses.map((status) =>
              slice[status] === 0 ? null : (
                <span
                  key={status}
                  className={classes.bar}
                  data-status={status}
                  style={barStyle(slice[status], highest)}
                />
              ),
            )}
          </span>
        ))}
      </div>
      <output className={classes.readout} aria-hidden="true">
        {at === undefined ? `Highest ${formatCount(Math.max(0, ...series.map(total)))}` : sliceWords(at, summary)}
      </output>
    </div>
  );
}

export function sliceWords(slice: Slice | undefined, summary: EventSummary | undefined): string {
  if (slice === undefined || summary === undefined) return 'Nothing yet';
  const counts = liveCounts(slice);
  const parts = liveStatus.options
    .filter((status) => counts[status] > 0)
    .map((status) => `${formatCount(counts[status])} ${status === 'unassigned' ? 'of no known project' : status}`);
  return `${clock(slice.start)} ${parts.length === 0 ? 'none' : parts.join(', ')}`;
}

export function clock(date: string): string {
  return new Date(date).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}

function total(slice: Slice): number {
  return slice.accepted + slice.dropped + slice.rejected;
}

/** At least 2 px: one dropped event among thousands must be seen. */
function barStyle(count: number, highest: number): CSSProperties {
  return { height: `max(2px, ${(count / highest) * 100}%)` };
}
