import { Button } from '@mantine/core';
import { IconX, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconAction } from '../feedback/icon-action.tsx';
import { Icon } from '../icon.tsx';
import { uiWords } from '../words.ts';
import classes from './bulk-bar.module.css';
import type { Selection } from './use-selection.ts';

export type BulkButton = { label: string; icon: TablerIcon; run: () => void };

type Props<Row> = { selection: Selection<Row>; buttons: BulkButton[]; children?: ReactNode };

/** What can be done with the selected rows; `children` are controls beside the buttons. */
export function BulkBar<Row>({ selection: { selected, clear }, buttons, children }: Props<Row>) {
  return (
    <div role="toolbar" aria-label={uiWords.select.actions} className={classes.bar}>
      <span className={classes.count} role="status">
        {uiWords.select.count(selected.length)}
      </span>
      {children}
      {buttons.map(({ label, icon, run }) => (
        <Button key={label} variant="default" size="compact-sm" leftSection={<Icon of={icon} />} onClick={run}>
          {label}
        </Button>
      ))}
      <IconAction icon={IconX} label={uiWords.select.clear} onClick={clear} />
    </div>
  );
}
