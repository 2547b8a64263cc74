import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { EventSummary } from '#server/events/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.ts';
import { useLazyOverlay } from '../../ui/lazy/use-lazy-overlay.ts';
import type { LiveStatus } from '../filters/live-search.ts';
import { eventSummaryQuery } from '../queries.ts';
import classes from './record-filter.module.css';
import { words } from './words.ts';

const RecordPanel = lazyPart(() => import('./record-panel.tsx'), 'RecordPanel');

type Props = {
  /** What the list shows, as `GET events/` takes it. */
  query: Record<string, string>;
  /** The same without a status, as the counts take it. */
  summaryQuery: Record<string, string>;
  status: LiveStatus | undefined;
};

/** Saves what the filter shows as a recording, and says before what it will contain. */
export function RecordFilter({ query, summaryQuery, status }: Props) {
  const { button, overlay } = useLazyOverlay('dialog');
  const summary = useQuery({
    ...eventSummaryQuery(useProject().id, summaryQuery),
    // The counts above the list are the same query, and pause with it.
    ...(overlay === undefined ? { refetchInterval: false as const } : {}),
  });
  const data = summary.isPlaceholderData ? undefined : summary.data;
  const [isReading, setReading] = useState(false);
  return (
    <>
      <button
        type="button"
        className={classes.open}
        title={words.title}
        aria-busy={isReading}
        disabled={isReading}
        {...button}
      >
        {isReading ? words.reading : words.button}
      </button>
      {overlay !== undefined && (
        <Suspense>
          <RecordPanel
            overlay={overlay}
            count={data && countOf(data, status)}
            isComplete={data?.is_complete === true}
            query={recordingQuery(query, data?.from ?? null)}
            onReading={setReading}
          />
        </Suspense>
      )}
    </>
  );
}

/** Counts the events to record, without rejected requests. */
function countOf({ accepted, dropped }: EventSummary, status: LiveStatus | undefined): number {
  const counts = { accepted, dropped, rejected: 0, unassigned: 0 };
  return status === undefined ? accepted + dropped : counts[status];
}

/** Returns the query of the recording, with the span as the moment at which it began. */
function recordingQuery(
  { minutes: _, unassigned: __, received_from: ___, ...filter }: Record<string, string>,
  from: string | null,
): Record<string, string> {
  return from === null ? filter : { ...filter, received_from: from };
}
