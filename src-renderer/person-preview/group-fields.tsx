import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
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
  /** Keys by type, chosen here; undefined while the groups are those of the newest event. */
  chosen: Record<string, string> | undefined;
  /** Those that the flags are evaluated for; undefined until they are known. */
  groups: readonly OfGroup[] | undefined;
  onChoose: (groups: Record<string, string> | undefined) => void;
};

/** Edits the groups that the app would send, a key for each type. */
export function GroupFields({ chosen, groups, onChoose }: Props) {
  const { data: types = [] } = useQuery(groupTypesQuery(useProject().id));
  /** What was typed since the last choice, which newer events do not change. */
  const [typed, setTyped] = useState<Record<string, string>>({});
  const choice = JSON.stringify(chosen);
  const [before, setBefore] = useState(choice);
  if (choice !== before) {
    setBefore(choice);
    setTyped({});
  }
  const known = chosen ?? Object.fromEntries((groups ?? []).map(({ type, key }) => [type, key]));
  const keys: Record<string, string> = { ...known, ...typed };
  const isChosen = chosen !== undefined;
  const isKnown = isChosen || groups !== undefined;
  const form = useRef<HTMLFormElement>(null);
  /** The button disappears with the choice. */
  const reset = () => {
    onChoose(undefined);
    form.current?.querySelector('input')?.focus();
  };
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
          <Button variant="subtle" size="compact-sm" onClick={reset}>
            {words.whatIf.reset}
          </Button>
        )
      }
    >
      <p className={classes.hint}>{isChosen ? text.chosen : text.newest}</p>
      <form ref={form} className={layout.stack} onSubmit={submit}>
        {types.map(({ group_type: type }) => (
          <TextInput
            key={type}
            label={type}
            placeholder={isKnown ? text.none : undefined}
            value={keys[type] ?? ''}
            onChange={(event) => setTyped({ ...typed, [type]: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
        <div className={layout.wrap}>
          <Button type="submit" size="xs" variant="default" disabled={!isKnown}>
            {text.use}
          </Button>
        </div>
      </form>
    </Section>
  );
}
