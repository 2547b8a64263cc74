import type { ReactNode } from 'react';
import { formatDateTime } from '#server/core/text/dates-contract.ts';
import type { ArchiveStatus } from '#server/events/archive/archive-contract.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { KeyValue } from '../../ui/table/key-value.tsx';
import { archiveWords } from './words.ts';

/** Shows how far properties of events were moved to the archive, if they are. */
export function MovingFigures({ archive }: { archive: ArchiveStatus }) {
  const { moved_until: until, moving_error: error, lost } = archive;
  const entries: [label: string, value: ReactNode][] = [];
  if (until !== null) entries.push([archiveWords.moved, `${archiveWords.movedUntil} ${formatDateTime(until)}`]);
  if (error !== null) entries.push([archiveWords.movingError, error]);
  if (entries.length === 0) return null;
  return (
    <>
      <KeyValue entries={entries} />
      {lost > 0 && <Notice tone="danger">{archiveWords.lost(lost)}</Notice>}
    </>
  );
}
