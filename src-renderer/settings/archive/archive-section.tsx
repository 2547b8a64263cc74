import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDateTime } from '#server/core/text/dates-contract.ts';
import { type ArchiveStatus, archiveReport } from '#server/events/archive/archive-contract.ts';
import { post } from '../../api/api.ts';
import { useRefusal } from '../../api/permissions.ts';
import { readQuery } from '../../api/read-query.ts';
import { useChange } from '../../api/use-change.ts';
import { SenderFigures } from '../../events/sending/sender-figures.tsx';
import { senderStates, senderWords } from '../../events/sending/words.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/page/section.tsx';
import { KeyValue } from '../../ui/table/key-value.tsx';
import { archiveAdvice, archiveWords } from './words.ts';

const query = readQuery(['archive'], '/api/archive/', archiveReport, {
  what: archiveWords.refresh,
  refreshEvery: 2000,
});

/** Shows how far the archive of events is; nothing for a session without the permission. */
export function ArchiveSection() {
  const mayAdminister = useRefusal('administer') === undefined;
  const { data } = useQuery({ ...query, enabled: mayAdminister });
  const retry = useChange(query.queryKey, () => post('/api/archive/retry/', {}, archiveReport));
  const archive = data?.archive ?? null;
  if (archive === null) return null;
  const { label, tone, sentence } = senderStates[archive.state];
  return (
    <Section title={archiveWords.title}>
      <p>{archiveWords.description(archive.keep_days, archive.moved_until !== null)}</p>
      <p role="status">
        <StatusChip tone={tone}>{label}</StatusChip> {sentence}
      </p>
      {archive.filling.length > 0 && <Notice tone="warning">{archiveWords.filling(archive.filling)}</Notice>}
      {archive.is_full && <Notice tone="danger">{archiveWords.isFull(archive.max_waiting)}</Notice>}
      <SenderFigures status={archive} adviceOn={({ kind }) => archiveAdvice[kind]} />
      <MovingFigures archive={archive} />
      {archive.next_attempt_at !== null && (
        <Button
          mt="sm"
          variant="default"
          leftSection={<Icon of={IconRefresh} />}
          loading={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {senderWords.retry}
        </Button>
      )}
      {retry.error !== null && <ErrorNote what={senderWords.retryVerb} error={retry.error} />}
    </Section>
  );
}

/** Shows how far properties of events were moved to the archive, if they are. */
function MovingFigures({ archive }: { archive: ArchiveStatus }) {
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
