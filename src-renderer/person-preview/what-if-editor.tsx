import { Autocomplete, Button, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconPencil } from '@tabler/icons-react';
import { type Ref, useRef, useState } from 'react';
import type { JsonObject } from '#server/core/contract.ts';
import type { PersonPreview } from '#server/person-preview/contract.ts';
import { IconAction } from '../ui/feedback/icon-action.tsx';
import { submitting } from '../ui/form/submitting.ts';
import layout from '../ui/layout.module.css';
import { Section } from '../ui/page/section.tsx';
import looks from '../ui/text.module.css';
import classes from './preview.module.css';
import { noWhatIf, type WhatIf } from './preview-search.ts';
import { kindWords, readValue, valueText, withoutChange, withoutProperty, withProperty } from './what-if-value.ts';
import { words } from './words.tsx';

const { whatIf: text } = words;

type Props = {
  stored: JsonObject;
  whatIf: WhatIf;
  preview: PersonPreview | undefined;
  onChange: (whatIf: WhatIf) => void;
};

/** Sets and removes properties of a person for the preview alone. */
export function WhatIfEditor({ stored, whatIf, preview, onChange }: Props) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const changes = changesOf(stored, whatIf);
  /** The button disappears with the change that it undoes. */
  const undo = (left: WhatIf) => {
    onChange(left);
    field.current?.focus();
  };
  const edit = (key: string) => {
    setName(key);
    const effective = Object.hasOwn(whatIf.set, key) ? whatIf.set[key] : stored[key];
    if (effective !== undefined) setValue(valueText(effective));
  };
  return (
    <Section
      title={text.title}
      {...(changes.length > 0 && { count: changes.length })}
      actions={
        changes.length > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => undo(noWhatIf)}>
            {text.reset}
          </Button>
        )
      }
    >
      <p className={classes.hint}>{text.hint}</p>
      <PropertyForm
        ref={field}
        names={namesOf(stored, preview)}
        isStored={(key) => Object.hasOwn(stored, key) && !whatIf.unset.includes(key)}
        name={name}
        value={value}
        onName={edit}
        onValue={setValue}
        onSet={(key, to) => {
          onChange(withProperty(stored, whatIf, key, to));
          setName('');
          setValue('');
        }}
        onRemove={(key) => {
          onChange(withoutProperty(stored, whatIf, key));
          setName('');
          setValue('');
        }}
      />
      {changes.length === 0 ? (
        <p className={classes.hint}>{text.asStored}</p>
      ) : (
        <Changes changes={changes} onEdit={edit} onUndo={(key) => undo(withoutChange(whatIf, key))} />
      )}
      <p className={classes.flipped} role="status">
        {changes.length > 0 && preview !== undefined && text.flipped(flippedIn(preview))}
      </p>
    </Section>
  );
}

const flippedIn = ({ flags }: PersonPreview) => flags.filter((flag) => flag.value !== flag.stored_value).length;

/** Returns the stored properties, and those that flags of persons use. */
function namesOf(stored: JsonObject, preview: PersonPreview | undefined): string[] {
  const ofFlags = (preview?.flags ?? [])
    .filter(({ bucketing }) => bucketing !== null)
    .flatMap(({ conditions }) => conditions.flatMap(({ properties }) => properties.map(({ key }) => key)));
  return [...new Set([...ofFlags, ...Object.keys(stored)])].filter((name) => name !== 'distinct_id').toSorted();
}

type FormProps = {
  /** Of the field with the name. */
  ref: Ref<HTMLInputElement>;
  names: string[];
  isStored: (key: string) => boolean;
  name: string;
  value: string;
  onName: (name: string) => void;
  onValue: (value: string) => void;
  onSet: (key: string, value: ReturnType<typeof readValue>) => void;
  onRemove: (key: string) => void;
};

function PropertyForm({ ref, names, isStored, name, value, onName, onValue, onSet, onRemove }: FormProps) {
  const key = name.trim();
  const isId = key === 'distinct_id';
  const submit = submitting(() => {
    if (key !== '' && !isId) onSet(key, readValue(value));
  });
  return (
    <form className={layout.stack} onSubmit={submit}>
      <Autocomplete
        ref={ref}
        label={text.name}
        data={names}
        limit={50}
        value={name}
        error={isId ? text.distinctId : null}
        onChange={onName}
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        label={text.value}
        placeholder={text.example}
        description={value === '' ? null : text.valueHint(kindWords(readValue(value)))}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <div className={layout.wrap}>
        <Button type="submit" size="xs" disabled={key === '' || isId}>
          {text.set}
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-label={text.removeOf(key)}
          title={isStored(key) ? undefined : text.notStored}
          disabled={!isStored(key)}
          onClick={() => onRemove(key)}
        >
          {text.remove}
        </Button>
      </div>
    </form>
  );
}

type Change = { key: string; before: string; after: string };

function changesOf(stored: JsonObject, { set, unset }: WhatIf): Change[] {
  const beforeOf = (key: string) => (Object.hasOwn(stored, key) ? JSON.stringify(stored[key]) : text.added);
  return [
    ...Object.entries(set).map(([key, value]) => ({ key, before: beforeOf(key), after: JSON.stringify(value) })),
    ...unset.map((key) => ({ key, before: beforeOf(key), after: text.removed })),
  ];
}

type ChangesProps = { changes: Change[]; onEdit: (key: string) => void; onUndo: (key: string) => void };

function Changes({ changes, onEdit, onUndo }: ChangesProps) {
  return (
    <ul className={classes.changes} aria-label={text.changes}>
      {changes.map(({ key, before, after }) => (
        <li key={key} className={classes.change}>
          <code className={classes.changed} title={`${key}: ${before} → ${after}`}>
            {key}: <span className={looks.muted}>{before}</span> → {after}
          </code>
          <IconAction icon={IconPencil} label={text.edit(key)} onClick={() => onEdit(key)} />
          <IconAction icon={IconArrowBackUp} label={text.undo(key)} onClick={() => onUndo(key)} />
        </li>
      ))}
    </ul>
  );
}
