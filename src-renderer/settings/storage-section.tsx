import { Button } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type CopyReason,
  type Restored,
  restoreAnswer,
  type StorageCopy,
  storageCopy,
  storageReport,
} from '#server/database/storage/contract.ts';
import { get, post } from '../api/api.ts';
import { useRefusal } from '../api/permissions.ts';
import { useChange } from '../api/use-change.ts';
import { ErrorNote } from '../ui/feedback/error-note.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../ui/form/confirm-dialog.tsx';
import { exactTime, formatBytes, formatCount } from '../ui/format.ts';
import { Section } from '../ui/page/section.tsx';
import { type Column, DataTable } from '../ui/table/data-table.tsx';
import { RelativeTime } from '../ui/table/relative-time.tsx';
import { findingTone } from './storage-findings.ts';
import classes from './storage-section.module.css';

const storageKey = ['storage'] as const;
const storageQuery = queryOptions({
  queryKey: storageKey,
  queryFn: ({ signal }) => get('/api/storage/', storageReport, { signal }),
});

const reasons = {
  daily: 'Daily',
  manual: 'Made by hand',
  before_upgrade: 'Before an upgrade',
  rescued: 'Saved from deleted files',
} as const satisfies Record<CopyReason, string>;

/** What was found wrong with the stored data, and the copies to go back to. Nothing for a session that may not see it. */
export function StorageSection() {
  const client = useQueryClient();
  const mayAdminister = useRefusal('administer') === undefined;
  const { data: report } = useQuery({ ...storageQuery, enabled: mayAdminister });
  const [chosen, setChosen] = useState<StorageCopy | null>(null);
  const makeCopy = useChange(storageKey, () => post('/api/storage/copies/', {}, storageCopy));
  const accept = useChange(storageKey, () => post('/api/storage/accept/', {}, storageReport));
  const restore = useChange(storageKey, (copy: string) => post('/api/storage/restore/', { copy }, restoreAnswer));
  if (report === undefined) return null;
  const { finding, copies, warnings, read_only: readOnly } = report;
  const columns: Column<StorageCopy>[] = [
    { header: 'Made', cell: (copy) => <RelativeTime date={copy.made_at} /> },
    { header: 'Why', cell: (copy) => reasons[copy.reason] },
    { header: 'Events', cell: (copy) => formatCount(copy.events), align: 'end' },
    { header: 'Size', cell: (copy) => formatBytes(copy.bytes), align: 'end' },
    {
      header: 'Actions',
      align: 'end',
      cell: (copy) => (
        <Button size="compact-sm" variant="default" disabled={readOnly !== null} onClick={() => setChosen(copy)}>
          Restore
        </Button>
      ),
    },
  ];
  const copyButton = (
    <Button
      size="compact-sm"
      variant="default"
      disabled={readOnly !== null}
      loading={makeCopy.isPending}
      onClick={() => makeCopy.mutate()}
    >
      Make a copy
    </Button>
  );
  return (
    <Section title="Copies of the database" count={copies.length} actions={copyButton}>
      <div className={classes.notices}>
        {restore.data !== undefined && <RestoredNotice {...restore.data.restored} />}
        {finding !== null && (
          <Notice tone={findingTone(finding.kind)}>
            {finding.detail}
            {finding.kept !== null && ` The former files are in ${finding.kept} in the data folder.`}{' '}
            {finding.actions.includes('accept') && (
              <Button
                size="compact-sm"
                variant="default"
                loading={accept.isPending}
                onClick={() => accept.mutate(undefined, { onSuccess: () => client.invalidateQueries() })}
              >
                Continue with the present data
              </Button>
            )}
          </Notice>
        )}
        {warnings.map((warning) => (
          <Notice key={warning} tone="warning">
            {warning}
          </Notice>
        ))}
      </div>
      {makeCopy.isError && <ErrorNote what="make a copy" error={makeCopy.error} />}
      {accept.isError && <ErrorNote what="continue" error={accept.error} />}
      {copies.length === 0 ? (
        <p>No copies yet. Benchtop makes one a day.</p>
      ) : (
        <DataTable label="Copies of the database" columns={columns} rows={copies} rowKey={(copy) => copy.name} />
      )}
      {chosen !== null && (
        <ConfirmDialog
          title="Restore this copy?"
          verb="Restore"
          onConfirm={() => restore.mutateAsync(chosen.name).then(() => client.invalidateQueries())}
          onClose={() => setChosen(null)}
        >
          Benchtop goes back to {countEvents(chosen.events)}. The present database is kept in the data folder, under
          set-aside. Browsers stay signed in, except those whose personal key is not in the copy.
        </ConfirmDialog>
      )}
    </Section>
  );
}

function RestoredNotice({ copy, kept, former_events: former }: Restored) {
  return (
    <Notice tone="neutral" role="status">
      Restored the copy of {exactTime(new Date(copy.made_at)).slice(0, minuteLength)}: {countEvents(copy.events)}.
      {kept !== null &&
        ` The former database${former === null ? '' : ` (${countEvents(former)})`} is in ${kept} in the data folder.`}
    </Notice>
  );
}

/** Of a time, without its seconds. */
const minuteLength = '2026-11-20 14:03'.length;

const countEvents = (events: number) => `${formatCount(events)} ${events === 1 ? 'event' : 'events'}`;
