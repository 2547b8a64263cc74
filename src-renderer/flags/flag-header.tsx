import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronLeft, IconDots, IconPower, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Flag } from '#server/flags/contract.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { PageTitle } from '../ui/page.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { SaveButton } from '../ui/save-button.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { useFlagActions } from './flag-actions.tsx';
import classes from './flag-page.module.css';
import type { FlagFormState } from './use-flag-form.ts';

type Props =
  | { title: string; actions: ReactNode; flag?: never }
  | { flag: Flag; isDirty: boolean; state: FlagFormState; onSave: () => void };

/** The flag's name and state, and what can be done with it whatever tab is open. */
export function FlagHeader(props: Props) {
  if (props.flag === undefined) {
    return (
      <header className={classes.header}>
        <PageTitle>{props.title}</PageTitle>
        <div className={classes.heading}>
          <BackToFlags />
          <h1 className={classes.title}>{props.title}</h1>
        </div>
        <div className={classes.actions}>{props.actions}</div>
      </header>
    );
  }
  const { flag, isDirty, state, onSave } = props;
  return (
    <header className={classes.header}>
      <PageTitle>{flag.key}</PageTitle>
      <div className={classes.heading}>
        <BackToFlags />
        <div className={classes.titleLine}>
          <h1 className={classes.title} data-mono title={flag.key}>
            {flag.key}
          </h1>
          <CopyButton value={flag.key} label="key" />
          <State flag={flag} />
          <span className={classes.dim}>
            version {flag.version}, changed <RelativeTime date={flag.updated_at} />
          </span>
        </div>
      </div>
      <div className={classes.actions}>
        {flag.deleted ? (
          <Restore flag={flag} />
        ) : (
          <>
            <Turn flag={flag} />
            <More flag={flag} />
            <SaveButton verb="Save" isIdle={!isDirty} isSaving={state.isSaving} onSave={onSave} />
          </>
        )}
      </div>
    </header>
  );
}

export function BackToFlags() {
  return (
    <Link to="/feature-flags" className={classes.back}>
      <IconChevronLeft size={14} aria-hidden="true" /> Flags
    </Link>
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
      variant="default"
      leftSection={<IconPower size={14} aria-hidden="true" />}
      onClick={() => void setActive(flag, !flag.active)}
    >
      {flag.active ? 'Turn off' : 'Turn on'}
    </Button>
  );
}

function Restore({ flag }: { flag: Flag }) {
  const { setDeleted } = useFlagActions();
  return <Button onClick={() => void setDeleted(flag, false)}>Restore</Button>;
}

function More({ flag }: { flag: Flag }) {
  const { setDeleted } = useFlagActions();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={30} variant="default" aria-label="More actions">
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconTrash size={14} stroke={1.5} aria-hidden="true" />}
          onClick={() => void setDeleted(flag, true)}
        >
          Delete flag
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
