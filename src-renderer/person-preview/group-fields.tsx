import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OfGroup } from '#server/person-preview/contract.ts';
import { groupTypesQuery } from '../persons/queries.ts';
import { useProject } from '../projects/current-project.ts';
import { submitting } from '../ui/form/submitting.ts';
import layout from '../ui/layout.module.css';
import { Section } from '../ui/page/section.tsx';
import classes from './preview.module.css';
import { words } from './words.tsx';

const { groups: text } = words;

type Props = {
  /** Those that the flags are evaluated for. */
  groups: readonly OfGroup[];
  /** Whether they were chosen here; else they are those of the newest event. */
  isChosen: boolean;
  onChoose: (groups: Record<string, string> | undefined) => void;
};

/** Edits the groups that the app would send, a key for each type. */
export function GroupFields({ groups, isChosen, onChoose }: Props) {
  const { data: types = [] } = useQuery(groupTypesQuery(useProject().id));
  const [keys, setKeys] = useState<Record<string, string>>(
    Object.fromEntries(groups.map(({ type, key }) => [type, key])),
  );
  if (types.length === 0) return null;
  const submit = submitting(() => {
    const given = Object.entries(keys).map(([type, key]): [string, string] => [type, key.trim()]);
    onChoose(Object.fromEntries(given.filter(([, key]) => key !== '')));
  });
  return (
    <Section
      title={text.title}
      actions={
        isChosen && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChoose(undefined)}>
            {words.whatIf.reset}
          </Button>
        )
      }
    >
      <p className={classes.hint}>{isChosen ? text.chosen : text.newest}</p>
      <form className={layout.stack} onSubmit={submit}>
        {types.map(({ group_type: type }) => (
          <TextInput
            key={type}
            label={type}
            placeholder={text.none}
            value={keys[type] ?? ''}
            onChange={(event) => setKeys({ ...keys, [type]: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
        <div className={layout.wrap}>
          <Button type="submit" size="xs" variant="default">
            {text.use}
          </Button>
        </div>
      </form>
    </Section>
  );
}
