import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { EventSummary } from '#server/events/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { TableToggle } from '../../ui/charts/table-toggle.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { formatCount } from '../../ui/format.ts';
import { type LiveStatus, liveStatus, timelineMinutes } from '../filters/live-search.ts';
import { eventSummaryQuery } from '../queries.ts';
import { liveCounts, liveStatusWords, statusTones } from '../reasons.ts';
import classes from './arrivals.module.css';
import { ArrivalsTable } from './arrivals-table.tsx';
import { ArrivalsTimeline } from './arrivals-timeline.tsx';
import type { Tail } from './tail.ts';

export type Minutes = (typeof timelineMinutes)[number];
type Props = {
  tail: Tail;
  /** The filter in effect, without status. */
  query: Record<string, string>;
  status: LiveStatus | undefined;
  minutes: Minutes;
  onStatus: (status: LiveStatus | undefined) => void;
  onMinutes: (minutes: Minutes) => void;
};

const windows: Record<Minutes, string> = { 15: 'last 15 min', 60: 'last hour', 360: 'last 6 hours', 1440: 'last day' };

/** How much arrived and what became of it: the split that filters the list, and the timeline with its table twin. */
export function Arrivals({ tail, query, status, minutes, onStatus, onMinutes }: Props) {
  const project = useProject();
  const { data, refetch } = useQuery(eventSummaryQuery(project.id, { ...query, minutes: String(minutes) }));
  useLoneArrival(tail, refetch);
  useRecount(tail, data?.rejected);
  const [asTable, setAsTable] = useState(false);
  return (
    <section className={classes.arrivals} aria-label="Arrivals">
      <div className={classes.line}>
        <SegmentedControl
          aria-label="Show"
          size="xs"
          value={status ?? 'all'}
          onChange={(value) => onStatus(value === 'all' ? undefined : (value as LiveStatus))}
          data={splitOptions(data, status)}
        />
        <ArrivalsTimeline summary={data} window={windows[minutes]} />
        <Select
          aria-label="Time span"
          size="xs"
          w={116}
          allowDeselect={false}
          value={String(minutes)}
          onChange={(value) => onMinutes(Number(value) as Minutes)}
          data={timelineMinutes.map((value) => ({ value: String(value), label: windows[value] }))}
        />
        <TableToggle isOn={asTable} onChange={setAsTable} />
      </div>
      {asTable && data !== undefined && <ArrivalsTable summary={data} />}
    </section>
  );
}

const QUIET_MS = 1_000;

/**
 * Counts anew when something arrives, the first event of all included, which is what brings this on screen: the list shows it at
 * once, and the counts must not contradict it until the next poll. A stream of arrivals is left to the polls.
 */
function useLoneArrival(tail: Tail, count: (options: { cancelRefetch: boolean }) => unknown) {
  useEffect(() => {
    let last = performance.now();
    void count({ cancelRefetch: false });
    return tail.onArrival(() => {
      const isLone = performance.now() - last > QUIET_MS;
      last = performance.now();
      if (isLone) void count({ cancelRefetch: false });
    });
  }, [tail, count]);
}

/** More rejections than arrived as rows: some row stands for more of them now. */
function useRecount(tail: Tail, rejected: number | undefined) {
  const counted = useRef(rejected);
  useEffect(() => {
    if (counted.current !== undefined && rejected !== counted.current) void tail.recount();
    counted.current = rejected;
  }, [tail, rejected]);
}

function splitOptions(summary: EventSummary | undefined, chosen: LiveStatus | undefined) {
  const isPartial = summary?.is_complete === false;
  const count = (value: number | undefined) => (
    <span className={classes.count} title={isPartial ? 'At least: counting all of them took too long' : undefined}>
      {value === undefined ? '–' : `${isPartial ? '≥ ' : ''}${formatCount(value)}`}
    </span>
  );
  const total = summary && summary.accepted + summary.dropped + summary.rejected;
  const counts = summary && liveCounts(summary);
  const isShown = (value: LiveStatus) => value !== 'unassigned' || value === chosen || (counts?.unassigned ?? 0) > 0;
  const statuses = liveStatus.options.filter(isShown).map((value) => ({
    value,
    label: (
      <span className={classes.split}>
        <StatusChip tone={statusTones[value === 'unassigned' ? 'rejected' : value]} quiet>
          {liveStatusWords[value]}
        </StatusChip>{' '}
        {count(counts?.[value])}
      </span>
    ),
  }));
  return [{ value: 'all', label: <span className={classes.split}>All {count(total)}</span> }, ...statuses];
}
