import { Button } from '@mantine/core';
import { IconPower } from '@tabler/icons-react';
import { type Ref, useState } from 'react';
import type { Flag } from '#server/flags/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { CopyButton } from '../../ui/feedback/copy-button.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { DetailHeader } from '../../ui/page/detail-header.tsx';
import { MoreMenu } from '../../ui/page/more-menu.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { useFlagActions } from '../list/flag-actions.tsx';
import { flagWords } from '../words.ts';
import classes from './flag-page.module.css';
import { flagEditorWords } from './words.tsx';

type Props = { flag: Flag; isDirty: boolean; saveSlot: Ref<HTMLDivElement> };

/** Shows the flag's name, state and actions on all tabs. */
export function FlagHeader({ flag, isDirty, saveSlot }: Props) {
  const { setDeleted } = useFlagActions();
  return (
    <DetailHeader
      hasLine
      isMono
      name={flag.key}
      back={<BackLink to="/feature-flags">{flagWords.flags}</BackLink>}
      beside={
        <>
          <CopyButton value={flag.key} label={flagEditorWords.header.copyKey} />
          <Status flag={flag} />
          {typeof flag.serves === 'string' && <StatusChip tone="info">{flagWords.serves(flag.serves)}</StatusChip>}
          <span className={classes.dim}>
            {flagEditorWords.header.changed(flag.version, <RelativeTime date={flag.updated_at} />)}
          </span>
        </>
      }
      actions={
        flag.deleted ? (
          <RestoreButton flag={flag} />
        ) : (
          <>
            <TurnButton flag={flag} isDirty={isDirty} />
            <MoreMenu
              actions={[]}
              deletion={{ label: flagEditorWords.header.delete, run: () => void setDeleted(flag, true) }}
            />
          </>
        )
      }
      saveSlot={saveSlot}
    />
  );
}

function Status({ flag }: { flag: Flag }) {
  const { status } = flagWords;
  if (flag.deleted) return <StatusChip tone="danger">{status.deleted}</StatusChip>;
  return <StatusChip tone={flag.active ? 'ok' : 'neutral'}>{flag.active ? status.on : status.off}</StatusChip>;
}

/**
 * Turns the flag on or off at once, apart from the form: a flag is turned off in a hurry. Asks before it turns on rules that are
 * not those on screen.
 */
function TurnButton({ flag, isDirty }: Pick<Props, 'flag' | 'isDirty'>) {
  const { setActive } = useFlagActions();
  const [isAsking, setAsking] = useState(false);
  const { turnOnSaved: text } = flagEditorWords.header;
  return (
    <>
      <Button
        {...useGuard('edit_definitions')}
        variant="default"
        leftSection={<Icon of={IconPower} />}
        onClick={() => (isDirty && !flag.active ? setAsking(true) : setActive(flag, !flag.active))}
      >
        {flag.active ? flagWords.turnOff : flagWords.turnOn}
      </Button>
      {isAsking && (
        <ConfirmDialog
          isHarmless
          title={text.title(flag.key)}
          verb={text.verb(flag.version)}
          onConfirm={async () => setActive(flag, true)}
          onClose={() => setAsking(false)}
        >
          <p>{text.about(flag.version)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function RestoreButton({ flag }: { flag: Flag }) {
  const { setDeleted } = useFlagActions();
  return (
    <Button {...useGuard('edit_definitions')} onClick={() => void setDeleted(flag, false)}>
      {flagWords.restore}
    </Button>
  );
}
