import { Button, Popover } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventSummary } from '#server/events/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { maxRecordedEvents, useDownloadRecording } from '../../test-runs/replay/download-recording.ts';
import { words as recordingWords } from '../../test-runs/replay/words.ts';
import { Icon } from '../../ui/icon.tsx';
import type { LiveStatus } from '../filters/live-search.ts';
import { eventSummaryQuery } from '../queries.ts';
import classes from './record-filter.module.css';
import { words } from './words.ts';

type Props = {
  /** What the list shows, as `GET events/` takes it. */
  query: Record<string, string>;
  /** The same without a status, as the counts take it. */
  summaryQuery: Record<string, string>;
  status: LiveStatus | undefined;
};

/** Saves what the filter shows as a recording, and says before what it will contain. */
export function RecordFilter({ query, summaryQuery, status }: Props) {
  const summary = useQuery(eventSummaryQuery(useProject().id, summaryQuery));
  const data = summary.isPlaceholderData ? undefined : summary.data;
  const download = useDownloadRecording();
  const [isOpen, setOpen] = useState(false);
  const [isReading, setReading] = useState(false);
  const count = data === undefined ? 0 : countOf(data, status);
  const isRecordable = count > 0 && count <= maxRecordedEvents;
  const record = async (from: string | null) => {
    setOpen(false);
    setReading(true);
    await download(recordingQuery(query, from));
    setReading(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-end" width={320} trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.open}
          title={words.title}
          aria-busy={isReading}
          disabled={isReading}
          onClick={() => setOpen(!isOpen)}
        >
          {isReading ? words.reading : words.button}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel}>
        <p className={classes.count}>{data !== undefined && words.contains(countOf(data, status), data.is_complete)}</p>
        <Button
          leftSection={<Icon of={IconDownload} />}
          disabled={!isRecordable}
          onClick={() => void record(data?.from ?? null)}
        >
          {recordingWords.download}
        </Button>
        <p className={classes.note}>{words.bounds(maxRecordedEvents)}</p>
        <p className={classes.note}>{words.single}</p>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Rejected requests are not recorded. */
function countOf({ accepted, dropped }: EventSummary, status: LiveStatus | undefined): number {
  const counts = { accepted, dropped, rejected: 0, unassigned: 0 };
  return status === undefined ? accepted + dropped : counts[status];
}

/** The span in minutes becomes the moment at which it began for the counts. */
function recordingQuery(
  { minutes: _, unassigned: __, received_from: ___, ...filter }: Record<string, string>,
  from: string | null,
): Record<string, string> {
  return from === null ? filter : { ...filter, received_from: from };
}
