import { Textarea } from '@mantine/core';
import { IconBraces, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { PropertyNameField } from '../../properties/property-name-field.tsx';
import { IconAction } from '../../ui/feedback/icon-action.tsx';
import editor from '../../ui/form/editor.module.css';
import { useField } from '../../ui/form/field-errors.ts';
import { Choice } from '../../ui/form/fields/choice.tsx';
import { QuietButton } from '../../ui/form/quiet-button.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/page/section.tsx';
import looks from '../../ui/text.module.css';
import { typeWords } from '../expectation-words.ts';
import { schemaOf, typesOf } from '../schema-types.ts';
import classes from './expectation-editor.module.css';
import { inputOf, newType, type TypeRow } from './expectation-form.ts';
import type { FieldsProps } from './use-expectation-form.ts';
import { words } from './words.ts';

const { types: text } = words;

/** Edits the types that properties must have, or a JSON Schema for more. */
export function TypeFields({ state }: FieldsProps) {
  const { form, change } = state;
  const { schema } = inputOf(form);
  const asRows = typeof schema === 'string' ? null : typesOf(schema);
  return (
    <Section
      title={text.title}
      actions={
        form.schemaText === null ? (
          <QuietButton
            icon={IconBraces}
            onClick={() => change({ schemaText: JSON.stringify(schemaOf(form.types) ?? {}, null, 2) })}
          >
            {text.asJson}
          </QuietButton>
        ) : (
          asRows !== null && (
            <QuietButton
              icon={IconBraces}
              onClick={() => change({ schemaText: null, types: asRows.map((typed) => newType(typed)) })}
            >
              {text.asRows}
            </QuietButton>
          )
        )
      }
    >
      {form.schemaText === null ? <Rows state={state} /> : <SchemaField state={state} text={form.schemaText} />}
    </Section>
  );
}

function SchemaField({ state: { change }, text: value }: FieldsProps & { text: string }) {
  const field = useField('schema');
  return (
    <Textarea
      aria-label={text.schema}
      classNames={{ input: looks.mono }}
      autosize
      minRows={4}
      maxRows={20}
      spellCheck={false}
      value={value}
      onChange={(event) => change({ schemaText: event.currentTarget.value })}
      {...field}
    />
  );
}

function Rows({ state: { form, change } }: FieldsProps) {
  const add = useRef<HTMLButtonElement>(null);
  const { error } = useField('schema');
  const { types } = form;
  return (
    <>
      <p className={looks.note}>{text.about}</p>
      {types.length > 0 && (
        <ul className={`${layout.rows} ${classes.rows}`} aria-label={text.list}>
          {types.map((row, index) => (
            <Row
              key={row.id}
              row={row}
              index={index}
              event={form.event.trim() || null}
              onChange={(changed) => change({ types: types.with(index, changed) })}
              onRemove={() => {
                change({ types: types.toSpliced(index, 1) });
                add.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      {error !== undefined && (
        <p className={editor.formError} role="alert">
          {error}
        </p>
      )}
      <QuietButton ref={add} onClick={() => change({ types: [...types, newType()] })}>
        {text.add}
      </QuietButton>
    </>
  );
}

type RowProps = {
  row: TypeRow;
  index: number;
  /** The event whose properties are offered; null: any. */
  event: string | null;
  onChange: (row: TypeRow) => void;
  onRemove: () => void;
};

const Row = ({ row, index, event, onChange, onRemove }: RowProps) => (
  <li className={classes.type}>
    <PropertyNameField
      label={text.key(index)}
      path={`types__${index}__key`}
      owner={{ kind: 'event', event }}
      value={row.key}
      // the row has just been added
      autoFocus={row.key === ''}
      onChange={(key) => onChange({ ...row, key })}
    />
    <span className={classes.is}>{text.is}</span>
    <Choice
      aria-label={text.type(index)}
      names={typeWords}
      value={row.type}
      onChange={(type) => onChange({ ...row, type })}
    />
    <IconAction icon={IconX} label={text.remove(index)} onClick={onRemove} />
  </li>
);
