import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { EventSummary } from '#server/events/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { TableToggle } from '../../ui/charts/table-toggle.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { clockTime, formatCount } from '../../ui/format.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.ts';
import looks from '../../ui/text.module.css';
import { type LiveStatus, liveStatus, type SpanMinutes } from '../filters/live-search.ts';
import { eventSummaryQuery } from '../queries.ts';
import { eventStatusTones, liveStatusWords } from '../reason-words.ts';
import type { Tail } from '../tail/tail.ts';
import { useTailPart } from '../tail/use-tail.ts';
import { liveWords } from '../tail/words.ts';
import classes from './arrivals.module.css';
import { ArrivalsTimeline } from './arrivals-timeline.tsx';
import { SpanSelect } from './span-select.tsx';

const ArrivalsTable = lazyPart(() => import('./arrivals-table.tsx'), 'ArrivalsTable');

type Props = {
  tail: Tail;
  /** The filter and time span in effect, without status. */
  query: Record<string, string>;
  status: LiveStatus | undefined;
  minutes: SpanMinutes;
  /** When the list was cleared. */
  cleared: string | undefined;
  onStatus: (status: LiveStatus | undefined) => void;
  onMinutes: (minutes: SpanMinutes) => void;
};

/** Counts of the list by status, which filters it, and over time, with a table of the same numbers. They pause while it is paused. */
export function Arrivals({ tail, query, status, minutes, cleared, onStatus, onMinutes }: Props) {
  const project = useProject();
  const paused = useTailPart(tail, ({ buffer }) => buffer.paused);
  const { data, refetch } = useQuery({
    ...eventSummaryQuery(project.id, query),
    ...(paused ? { refetchInterval: false as const } : {}),
  });
  const span = spanWords(minutes, cleared, data?.from);
  useLoneArrival(tail, refetch);
  useSpan(tail, data?.from);
  useRecount(tail, data?.rejected);
  const [asTable, setAsTable] = useState(false);
  return (
    <section className={classes.arrivals} aria-label={liveWords.arrivals.label}>
      <div className={classes.line}>
        <SegmentedControl
          aria-label={liveWords.arrivals.show}
          size="xs"
          value={status ?? 'all'}
          onChange={(value) => onStatus(value === 'all' ? undefined : (value as LiveStatus))}
          data={splitOptions(data, status, span)}
        />
        <ArrivalsTimeline summary={data} window={span} />
        <SpanSelect minutes={minutes} span={span} onMinutes={onMinutes} />
        <TableToggle isOn={asTable} onChange={setAsTable} />
      </div>
      {asTable && data !== undefined && (
        <Suspense>
          <ArrivalsTable summary={data} />
        </Suspense>
      )}
    </section>
  );
}

/** Names the span; since the list was cleared, if that is later than its begin. */
function spanWords(minutes: SpanMinutes, cleared: string | undefined, from: string | null | undefined): string {
  const isCut = cleared !== undefined && from === cleared;
  return isCut ? liveWords.arrivals.since(clockTime(new Date(cleared))) : liveWords.arrivals.windows[minutes];
}

/** Drops the rows that the counts no longer include. */
function useSpan(tail: Tail, from: string | null | undefined) {
  useEffect(() => {
    if (typeof from === 'string') tail.spanBegins(from);
  }, [tail, from]);
}

const QUIET_MS = 1_000;

/** Recounts after a lone arrival, so that the counts match the list before the next poll. */
function useLoneArrival(tail: Tail, count: (options: { cancelRefetch: boolean }) => unknown) {
  useEffect(() => {
    let last = performance.now();
    void count({ cancelRefetch: false });
    return tail.onArrival(() => {
      if (tail.buffer.paused) return;
      const isLone = performance.now() - last > QUIET_MS;
      last = performance.now();
      if (isLone) void count({ cancelRefetch: false });
    });
  }, [tail, count]);
}

/** Reloads the counts of rejected rows when the number of rejections has changed. */
function useRecount(tail: Tail, rejected: number | undefined) {
  const counted = useRef(rejected);
  useEffect(() => {
    if (counted.current !== undefined && rejected !== counted.current) void tail.recount();
    counted.current = rejected;
  }, [tail, rejected]);
}

function splitOptions(summary: EventSummary | undefined, chosen: LiveStatus | undefined, span: string) {
  const isPartial = summary?.is_complete === false;
  const count = (value: number | undefined) => (
    <span className={looks.figure} title={isPartial ? liveWords.arrivals.partial : liveWords.arrivals.countedIn(span)}>
      {value === undefined ? '–' : `${isPartial ? '≥ ' : ''}${formatCount(value)}`}
    </span>
  );
  const total = summary && summary.accepted + summary.dropped + summary.rejected;
  const isShown = (value: LiveStatus) => value !== 'unassigned' || value === chosen || (summary?.unassigned ?? 0) > 0;
  const statuses = liveStatus.options.filter(isShown).map((value) => ({
    value,
    label: (
      <span className={classes.split}>
        <StatusChip tone={eventStatusTones[value === 'unassigned' ? 'rejected' : value]} quiet>
          {liveStatusWords[value]}
        </StatusChip>{' '}
        {count(summary?.[value])}
      </span>
    ),
  }));
  return [
    {
      value: 'all',
      label: (
        <span className={classes.split}>
          {liveWords.arrivals.all} {count(total)}
        </span>
      ),
    },
    ...statuses,
  ];
}
