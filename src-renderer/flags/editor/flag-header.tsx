import { Button } from '@mantine/core';
import { IconPower } from '@tabler/icons-react';
import type { Flag } from '#server/flags/contract.ts';
import { useGuard } from '../../api/permissions.ts';
import { CopyButton } from '../../ui/feedback/copy-button.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { SaveActions } from '../../ui/form/save-actions.tsx';
import { Icon } from '../../ui/icon.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { DetailHeader } from '../../ui/page/detail-header.tsx';
import { MoreMenu } from '../../ui/page/more-menu.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import { useFlagActions } from '../list/flag-actions.tsx';
import classes from './flag-page.module.css';
import type { FlagFormState } from './use-flag-form.ts';

type Props = { flag: Flag; isDirty: boolean; state: FlagFormState; onSave: () => void };

/** The flag's name and state, and what can be done with it whatever tab is open. */
export function FlagHeader({ flag, isDirty, state, onSave }: Props) {
  const { setDeleted } = useFlagActions();
  return (
    <DetailHeader
      hasLine
      isMono
      name={flag.key}
      back={<BackLink to="/feature-flags">Flags</BackLink>}
      beside={
        <>
          <CopyButton value={flag.key} label="key" />
          <State flag={flag} />
          <span className={classes.dim}>
            version {flag.version}, changed <RelativeTime date={flag.updated_at} />
          </span>
        </>
      }
      actions={
        flag.deleted ? (
          <Restore flag={flag} />
        ) : (
          <>
            <Turn flag={flag} />
            <MoreMenu
              label="More actions"
              actions={[]}
              deletion={{ label: 'Delete flag', run: () => void setDeleted(flag, true) }}
            />
            <SaveActions state={state} isDirty={isDirty} onSave={onSave} />
          </>
        )
      }
    />
  );
}

function State({ flag }: { flag: Flag }) {
  if (flag.deleted) return <StatusChip tone="danger">Deleted</StatusChip>;
  return flag.active ? <StatusChip tone="ok">On</StatusChip> : <StatusChip tone="neutral">Off</StatusChip>;
}

/** At once, whatever is being edited: a flag is turned off in a hurry. */
function Turn({ flag }: { flag: Flag }) {
  const { setActive } = useFlagActions();
  return (
    <Button
      {...useGuard('write')}
      variant="default"
      leftSection={<Icon of={IconPower} />}
      onClick={() => void setActive(flag, !flag.active)}
    >
      {flag.active ? 'Turn off' : 'Turn on'}
    </Button>
  );
}

function Restore({ flag }: { flag: Flag }) {
  const { setDeleted } = useFlagActions();
  return (
    <Button {...useGuard('write')} onClick={() => void setDeleted(flag, false)}>
      Restore
    </Button>
  );
}
