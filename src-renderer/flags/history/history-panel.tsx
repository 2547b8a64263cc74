import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag, FlagChange } from '#server/flags/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ChangeItem, FieldChanges } from '../../ui/json/change-item.tsx';
import { HistorySection } from '../../ui/json/history-section.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import looks from '../../ui/text.module.css';
import { flagHistoryQuery, useUpdateFlag } from '../queries.ts';
import { flagChanges } from './changes.ts';
import classes from './history-panel.module.css';
import { fieldChanges, flagChangeWords, stateOf } from './history-words.ts';
import { words } from './words.tsx';

/** Lists all changes of a flag; any earlier version can be restored. */
export function FlagHistoryPanel({ flag }: { flag: Flag }) {
  const project = useProject();
  const query = useInfiniteQuery(flagHistoryQuery(project.id, flag.id));
  const [restoring, setRestoring] = useState<FlagChange | null>(null);
  return (
    <>
      <HistorySection query={query}>
        {(change) => <Change key={change.id} change={change} flag={flag} onRestore={() => setRestoring(change)} />}
      </HistorySection>
      {restoring !== null && <RestoreDialog flag={flag} change={restoring} onClose={() => setRestoring(null)} />}
    </>
  );
}

type ChangeProps = { change: FlagChange; flag: Flag; onRestore: () => void };

function Change({ change, flag, onRestore }: ChangeProps) {
  const guard = useGuard('edit_definitions');
  const state = stateOf(change.after);
  const isCurrent = state !== null && flagChanges(state, flag).length === 0;
  const restore = isCurrent ? (
    <span className={looks.dim}>{change.at === flag.updated_at ? words.current : words.asCurrent}</span>
  ) : (
    <Button size="compact-xs" variant="default" {...guard} onClick={onRestore}>
      {words.restoreVersion}
    </Button>
  );
  return (
    <ChangeItem
      change={change}
      what={flagChangeWords(change)}
      fields={fieldChanges(change)}
      actions={state !== null && !state.deleted && restore}
    />
  );
}

function RestoreDialog({ flag, change, onClose }: { flag: Flag; change: FlagChange; onClose: () => void }) {
  const project = useProject();
  const update = useUpdateFlag(project.id);
  const state = stateOf(change.after);
  if (state === null) return null;
  const { deleted: _deleted, ...rest } = state;
  return (
    <ConfirmDialog
      title={words.restoreVersion}
      verb={words.restore.verb}
      onConfirm={() => update.mutateAsync({ id: flag.id, ...rest, ...(flag.deleted && { deleted: false }) })}
      onClose={onClose}
    >
      <p className={classes.lead}>
        <Icon of={IconHistory} size={16} />
        <span>{words.restore.text(<RelativeTime date={change.at} />)}</span>
      </p>
      <FieldChanges fields={flagChanges(flag, { ...state, deleted: false })} />
    </ConfirmDialog>
  );
}
