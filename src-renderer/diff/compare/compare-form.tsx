import { Autocomplete, Button, TextInput } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { defaultBuildProperty } from '#server/diff/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { foundTestRunsQuery } from '../../test-runs/queries.ts';
import { submitting } from '../../ui/form/submitting.ts';
import { useTyped } from '../../ui/form/use-typed.ts';
import { Icon } from '../../ui/icon.tsx';
import { Segments } from '../../ui/segments.tsx';
import classes from './compare.module.css';
import { type CompareDraft, hasBuild, isComplete, type SideDraft, type SideName } from './compare-draft.ts';
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
  const asked = JSON.stringify(start);
  const [before, setBefore] = useState(asked);
  if (asked !== before) {
    setBefore(asked);
    setDraft(start);
  }
  const side = (name: SideName) => (
    <SideField side={name} draft={draft[name]} onChange={(changed) => setDraft({ ...draft, [name]: changed })} />
  );
  const isSame = isCompared && JSON.stringify(draft) === asked;
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

type SideFieldProps = { side: SideName; draft: SideDraft; onChange: (draft: SideDraft) => void };

/** Names one side: a test run, or a build. */
function SideField({ side, draft, onChange }: SideFieldProps) {
  const { kind, value } = draft;
  const field = {
    size: 'xs',
    label: words.fields[kind][side],
    spellCheck: false,
    value,
  } as const;
  const write = (text: string) => onChange({ kind, value: text });
  return (
    <div className={classes.side}>
      <Segments
        label={words.kind(words.sides[side])}
        names={words.kinds}
        value={kind}
        onChange={(next) => onChange({ kind: next, value: '' })}
      />
      {kind === 'test_run' ? (
        <TestRunField {...field} onChange={write} />
      ) : (
        <TextInput {...field} onChange={(event) => write(event.currentTarget.value)} />
      )}
    </div>
  );
}

type FieldProps = { size: 'xs'; label: string; spellCheck: boolean; value: string; onChange: (text: string) => void };

function TestRunField(props: FieldProps) {
  const { data: runs = [] } = useQuery(foundTestRunsQuery(useProject().id, useTyped(props.value)));
  // The server has searched them already, in labels and builds, too.
  return <Autocomplete {...props} data={runs.map(({ name }) => name)} filter={({ options }) => options} />;
}
