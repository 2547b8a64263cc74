import { useState } from 'react';
import type { EventSummary } from '#server/events/contract.ts';
import { Plot } from '../../ui/charts/plot.tsx';
import { Stack } from '../../ui/charts/stack.tsx';
import { formatCount } from '../../ui/format.ts';
import { type LiveStatus, liveStatus } from '../filters/live-search.ts';
import { liveWords } from '../tail/words.ts';
import { arrivalTime } from './arrival-slice.ts';
import classes from './arrivals.module.css';

/** From top to bottom. Statuses differ by place, pattern and color. */
const fills = {
  rejected: 'var(--danger)',
  dropped: 'repeating-linear-gradient(135deg, var(--warning) 0 2px, var(--warning-soft) 2px 4px)',
  accepted: 'color-mix(in srgb, var(--ok) 62%, var(--surface))',
};
const statuses = ['rejected', 'dropped', 'accepted'] as const;

/** Draws the events that arrived in each slice of time, stacked by status. */
export function ArrivalsTimeline({ summary, window }: { summary: EventSummary | undefined; window: string }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const series = summary?.series ?? [];
  const highest = Math.max(0, ...series.map(({ accepted, dropped, rejected }) => accepted + dropped + rejected));
  const slice = chosen === null ? undefined : series[chosen];
  return (
    <div className={classes.timeline}>
      <Plot
        label={liveWords.arrivals.timeline(window)}
        summary={summary === undefined ? liveWords.arrivals.nothingYet : statusCounts(summary)}
        className={classes.bars}
        points={series}
        pointKey={({ start }) => start}
        chosen={chosen}
        onChoose={setChosen}
        drawPoint={(slice) => (
          <Stack
            highest={highest}
            parts={statuses.map((status) => ({ key: status, count: slice[status], fill: fills[status] }))}
          />
        )}
      />
      <output className={classes.readout}>
        {summary === undefined || slice === undefined ? (
          // Hidden from screen readers, because it changes constantly.
          <span aria-hidden="true">{liveWords.arrivals.highest(highest)}</span>
        ) : (
          `${arrivalTime(summary, slice.start)} ${statusCounts(slice)}`
        )}
      </output>
    </div>
  );
}

function statusCounts(arrived: Record<LiveStatus, number>): string {
  const parts = liveStatus.options
    .filter((status) => arrived[status] > 0)
    .map(
      (status) => `${formatCount(arrived[status])} ${status === 'unassigned' ? liveWords.arrivals.unassigned : status}`,
    );
  return parts.length === 0 ? liveWords.arrivals.none : parts.join(', ');
}
