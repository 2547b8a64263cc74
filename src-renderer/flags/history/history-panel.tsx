import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag, FlagChange, FlagState } from '#server/flags/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ChangeItem, FieldChanges } from '../../ui/json/change-item.tsx';
import { HistorySection } from '../../ui/json/history-section.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { flagHistoryQuery, useUpdateFlag } from '../queries.ts';
import { flagChanges } from './changes.ts';
import classes from './history-panel.module.css';
import { changeChanges, changeWords, stateOf } from './history-words.ts';

/** Who changed the flag when, and what; any earlier state can be brought back. */
export function HistoryPanel({ flag }: { flag: Flag }) {
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
  const guard = useGuard('write');
  const state = stateOf(change.after);
  const isCurrent = state !== null && flagChanges(state, flag).length === 0;
  const restore = isCurrent ? (
    <span className={classes.now}>as it is now</span>
  ) : (
    <Button size="compact-xs" variant="default" {...guard} onClick={onRestore}>
      Restore this version
    </Button>
  );
  return (
    <ChangeItem
      change={change}
      what={changeWords(change)}
      fields={changeChanges(change)}
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
  const isBack = flag.deleted ? { deleted: false } : {};
  return (
    <ConfirmDialog
      title="Restore this version"
      verb="Restore"
      onConfirm={() => update.mutateAsync({ id: flag.id, ...editable(rest), ...isBack })}
      onClose={onClose}
    >
      <p className={classes.lead}>
        <Icon of={IconHistory} size={16} />
        <span>
          The flag becomes what it was <RelativeTime date={change.at} />. Apps get it with their next request; the
          versions between stay in this history.
        </span>
      </p>
      <FieldChanges fields={flagChanges(flag, { ...state, deleted: false })} />
    </ConfirmDialog>
  );
}

/** Only what a PATCH may carry: a state of an older server may hold more. */
function editable({ key, name, active, ensure_experience_continuity, filters }: Omit<FlagState, 'deleted'>) {
  return { key, name, active, ensure_experience_continuity, filters };
}
