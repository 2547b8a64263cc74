import { Button, TextInput } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useState } from 'react';
import { defaultBuildProperty } from '#server/diff/contract.ts';
import { submitting } from '../../ui/form/submitting.ts';
import { Icon } from '../../ui/icon.tsx';
import classes from './compare.module.css';
import { type CompareDraft, hasBuild, isComplete, type SideName } from './compare-draft.ts';
import { SideField } from './side-field.tsx';
import { words } from './words.ts';

type Props = {
  start: CompareDraft;
  isCompared: boolean;
  isLoading: boolean;
  onCompare: (draft: CompareDraft) => void;
};

/** Chooses the two sides. */
export function CompareForm({ start, isCompared, isLoading, onCompare }: Props) {
  const [draft, setDraft] = useState(start);
  const side = (name: SideName) => (
    <SideField side={name} draft={draft[name]} onChange={(changed) => setDraft({ ...draft, [name]: changed })} />
  );
  const isSame = isCompared && JSON.stringify(draft) === JSON.stringify(start);
  return (
    <form
      className={classes.form}
      aria-label={words.form}
      onSubmit={submitting(() => {
        if (isComplete(draft)) onCompare(draft);
      })}
    >
      {side('old')}
      <Button
        variant="default"
        aria-label={words.swap}
        title={words.swap}
        onClick={() => setDraft({ ...draft, old: draft.new, new: draft.old })}
      >
        <Icon of={IconArrowsExchange} />
      </Button>
      {side('new')}
      {hasBuild(draft) && (
        <TextInput
          size="xs"
          label={words.property}
          placeholder={defaultBuildProperty}
          value={draft.property}
          onChange={(event) => setDraft({ ...draft, property: event.currentTarget.value })}
        />
      )}
      <Button type="submit" loading={isLoading} disabled={!isComplete(draft)}>
        {isSame ? words.again : words.compare}
      </Button>
    </form>
  );
}
