import { Autocomplete, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../projects/current-project.ts';
import { foundTestRunsQuery } from '../../test-runs/queries.ts';
import { Segments } from '../../ui/segments.tsx';
import classes from './compare.module.css';
import type { SideDraft, SideName } from './compare-draft.ts';
import { words } from './words.ts';

type Props = { side: SideName; draft: SideDraft; onChange: (draft: SideDraft) => void };

/** Names one side: a test run, or a build. */
export function SideField({ side, draft, onChange }: Props) {
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
  const { data: runs = [] } = useQuery(foundTestRunsQuery(useProject().id, props.value.trim()));
  // The server has searched them already, in labels and builds, too.
  return <Autocomplete {...props} data={runs.map(({ name }) => name)} filter={({ options }) => options} />;
}
