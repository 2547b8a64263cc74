import { Button, Popover, TagsInput } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { tidyTags } from '#server/core/labels-contract.ts';
import { Icon } from '../../icon.tsx';
import { uiWords } from '../../words.ts';
import classes from './bulk-bar.module.css';

export type Tagged = { id: number; tags: string[] };
type Props = {
  rows: readonly Tagged[];
  known: string[];
  /** Sets the tags of each item. */
  onTag: (items: Tagged[]) => void;
};

/** Adds tags to the selected rows, or removes them. */
export function BulkTags({ rows, known, onTag }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [tags, setTags] = useState<string[]>([]);
  const apply = (change: (before: string[]) => string[]) => {
    onTag(rows.map(({ id, tags: before }) => ({ id, tags: change(before) })));
    setTags([]);
    setIsOpen(false);
  };
  const isDisabled = tags.length === 0;
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus position="bottom-start" shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon of={IconTag} />}
          onClick={() => setIsOpen((before) => !before)}
        >
          {uiWords.select.tag}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.tags}>
        <TagsInput
          aria-label={uiWords.tags}
          placeholder={uiWords.tagsExample}
          data={known}
          comboboxProps={{ withinPortal: false }}
          splitChars={[]}
          acceptValueOnBlur
          value={tags}
          onChange={(next) => setTags(tidyTags(next))}
        />
        <Button disabled={isDisabled} onClick={() => apply((before) => [...new Set([...before, ...tags])])}>
          {uiWords.select.addTags}
        </Button>
        <Button
          variant="default"
          disabled={isDisabled}
          onClick={() => apply((before) => before.filter((tag) => !tags.includes(tag)))}
        >
          {uiWords.select.removeTags}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
