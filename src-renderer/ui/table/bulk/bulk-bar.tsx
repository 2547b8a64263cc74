import { Button } from '@mantine/core';
import { IconX, type TablerIcon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { IconAction } from '../../feedback/icon-action.tsx';
import { Icon } from '../../icon.tsx';
import { useFocusKept } from '../../use-focus-kept.ts';
import { uiWords } from '../../words.ts';
import type { Selection } from '../use-selection.ts';
import classes from './bulk-bar.module.css';
import { BulkTags, type Tagged } from './bulk-tags.tsx';

export type BulkButton = { label: string; icon: TablerIcon; run: () => void };

type Props<Row> = { selection: Selection<Row>; buttons: BulkButton[]; tags: Tags | null };
type Tags = Pick<ComponentProps<typeof BulkTags>, 'onTag'> & { known: string[] | undefined };

/** Shows the actions on the selected rows; `tags`: null where they cannot be tagged. */
export function BulkBar<Row extends Tagged>({ selection: { selected, clear }, buttons, tags }: Props<Row>) {
  const focus = useFocusKept<HTMLSpanElement>();
  return (
    <div role="toolbar" aria-label={uiWords.select.actions} className={classes.bar} {...focus.actions}>
      <span ref={focus.place} className={classes.count} role="status">
        {uiWords.select.count(selected.length)}
      </span>
      {tags !== null && <BulkTags rows={selected} known={tags.known ?? []} onTag={tags.onTag} />}
      {buttons.map(({ label, icon, run }) => (
        <Button key={label} variant="default" size="compact-sm" leftSection={<Icon of={icon} />} onClick={run}>
          {label}
        </Button>
      ))}
      <IconAction icon={IconX} label={uiWords.select.clear} onClick={clear} />
    </div>
  );
}
