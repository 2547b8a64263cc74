import { ActionIcon, Tooltip } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { useRef } from 'react';
import { Icon } from '../icon.tsx';
import classes from './icon-action.module.css';

type Props = { icon: TablerIcon; label: string; isOff?: boolean; onClick: () => void };

/** Shows an action of a row. Stays focusable when off: moving a row to the end must not lose the focus. */
export function IconAction({ icon, label, isOff = false, onClick }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const act = () => {
    if (isOff) return;
    onClick();
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <Tooltip label={label}>
      <ActionIcon
        ref={button}
        className={classes.action}
        aria-label={label}
        aria-disabled={isOff}
        {...(isOff ? { 'data-disabled': true } : {})}
        onClick={act}
      >
        <Icon of={icon} />
      </ActionIcon>
    </Tooltip>
  );
}
