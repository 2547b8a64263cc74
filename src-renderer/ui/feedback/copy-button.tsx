import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Icon } from '../icon.tsx';
import classes from './copy-button.module.css';

/**
 * Copies `value`, which may be made only when it is copied; `label` names what is copied ("address"), for the tooltip and for
 * assistive tools.
 */
export function CopyButton({ value, label }: { value: string | (() => string); label: string }) {
  const clipboard = useClipboard({ timeout: 1500 });
  const says = clipboard.copied ? 'Copied' : clipboard.error === null ? `Copy ${label}` : 'Copying was not allowed';
  return (
    <Tooltip label={says}>
      <ActionIcon
        size="sm"
        className={classes.button}
        aria-label={`Copy ${label}`}
        onClick={() => clipboard.copy(typeof value === 'string' ? value : value())}
      >
        {clipboard.copied ? <Icon of={IconCheck} /> : <Icon of={IconCopy} />}
        <span className={classes.announcement} role="status">
          {clipboard.copied ? 'Copied' : ''}
        </span>
      </ActionIcon>
    </Tooltip>
  );
}

/** A value in monospace with its copy button; what does not fit is cut, whole on hover. */
export function Copyable({ value, label }: { value: string; label: string }) {
  return (
    <span className={classes.copyable}>
      <span className={classes.value} title={value}>
        {value}
      </span>
      <CopyButton value={value} label={label} />
    </span>
  );
}
