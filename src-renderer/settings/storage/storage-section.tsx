import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Restored,
  restoreAnswer,
  type StorageCopy,
  storageCopy,
  storageReport,
} from '#server/database/storage/contract.ts';
import { post } from '../../api/api.ts';
import { useRefusal } from '../../api/permissions.ts';
import { REFRESH_MS, readQuery } from '../../api/read-query.ts';
import { useChange } from '../../api/use-change.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { exactTime, formatBytes, formatCount } from '../../ui/format.ts';
import { Section } from '../../ui/page/section.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { actionsColumn, RowButton } from '../../ui/table/row-button.tsx';
import { copyReasons, words } from '../words.tsx';
import { findingTone } from './storage-findings.ts';
import classes from './storage-section.module.css';

const storageKey = ['storage'] as const;
/** Whatever any page shows. */
const everything: readonly string[] = [];
const storageQuery = readQuery(storageKey, '/api/storage/', storageReport, {
  what: words.storage.what,
  refreshEvery: REFRESH_MS,
});

/** Shows what is wrong with the stored data, and the copies to restore; nothing for a session without the permission. */
export function StorageSection() {
  const mayAdminister = useRefusal('administer') === undefined;
  const { data: report } = useQuery({ ...storageQuery, enabled: mayAdminister });
  const [chosen, setChosen] = useState<StorageCopy | null>(null);
  const makeCopy = useChange(storageKey, () => post('/api/storage/copies/', {}, storageCopy));
  const accept = useChange(everything, () => post('/api/storage/accept/', {}, storageReport));
  const restore = useChange(everything, (copy: string) => post('/api/storage/restore/', { copy }, restoreAnswer));
  if (report === undefined) return null;
  const { finding, copies, warnings, read_only: readOnly } = report;
  const columns: Column<StorageCopy>[] = [
    { header: words.storage.created, cell: (copy) => <RelativeTime date={copy.made_at} /> },
    { header: words.storage.reason, cell: (copy) => copyReasons[copy.reason] },
    { header: words.storage.events, cell: (copy) => formatCount(copy.events), align: 'end' },
    { header: words.storage.size, cell: (copy) => formatBytes(copy.bytes), align: 'end' },
    actionsColumn('96px', (copy) => (
      <RowButton
        aria-label={words.storage.restoreOf(timeOf(copy))}
        disabled={readOnly !== null}
        onClick={() => setChosen(copy)}
      >
        {words.storage.restore}
      </RowButton>
    )),
  ];
  const copyButton = (
    <Button
      size="compact-sm"
      variant="default"
      disabled={readOnly !== null}
      loading={makeCopy.isPending}
      onClick={() => makeCopy.mutate()}
    >
      {words.storage.create}
    </Button>
  );
  return (
    <Section title={words.storage.title} count={copies.length} actions={copyButton}>
      <div className={classes.notices}>
        {restore.data !== undefined && <RestoredNotice {...restore.data.restored} />}
        {finding !== null && (
          <Notice tone={findingTone(finding.kind)}>
            {finding.detail}
            {finding.kept !== null && words.storage.previousFiles(finding.kept)}{' '}
            {finding.actions.includes('accept') && (
              <Button size="compact-sm" variant="default" loading={accept.isPending} onClick={() => accept.mutate()}>
                {words.storage.continue}
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
      {makeCopy.isError && <ErrorNote what={words.storage.createVerb} error={makeCopy.error} />}
      {accept.isError && <ErrorNote what={words.storage.continueVerb} error={accept.error} />}
      {copies.length === 0 ? (
        <p>{words.storage.empty}</p>
      ) : (
        <DataTable label={words.storage.title} columns={columns} rows={copies} rowKey={(copy) => copy.name} />
      )}
      {chosen !== null && (
        <ConfirmDialog
          title={words.storage.confirmTitle}
          verb={words.storage.restore}
          onConfirm={() => restore.mutateAsync(chosen.name)}
          onClose={() => setChosen(null)}
        >
          {words.storage.confirm(chosen.events)}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function RestoredNotice({ copy, kept, former_events: former }: Restored) {
  return (
    <Notice tone="neutral" role="status">
      {words.storage.restored(timeOf(copy), copy.events)}
      {kept !== null && words.storage.previousDatabase(kept, former)}
    </Notice>
  );
}

/** Returns when a copy was made, without seconds. */
const timeOf = ({ made_at: madeAt }: Pick<StorageCopy, 'made_at'>) =>
  exactTime(new Date(madeAt)).slice(0, '2026-11-20 14:03'.length);
