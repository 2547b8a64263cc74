import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { expectationInput } from '#server/expectations/contract.ts';
import { newPropertyRow } from '../../actions/editor/action-form.ts';
import { EventPropertyRows } from '../../actions/editor/event-property-rows.tsx';
import { EventNameField } from '../../events/filters/event-name-field.tsx';
import { useProject } from '../../projects/current-project.ts';
import { foundTestRunsQuery } from '../../test-runs/queries.ts';
import editor from '../../ui/form/editor.module.css';
import { useField } from '../../ui/form/field-errors.ts';
import { Choice } from '../../ui/form/fields/choice.tsx';
import { DefaultNumber } from '../../ui/form/fields/default-number.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { QuietButton } from '../../ui/form/quiet-button.tsx';
import { useTyped } from '../../ui/form/use-typed.ts';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/page/section.tsx';
import looks from '../../ui/text.module.css';
import { expectationSentence } from '../expectation-words.ts';
import { expectationWords } from '../words.ts';
import classes from './expectation-editor.module.css';
import { inputOf } from './expectation-form.ts';
import { RestFields } from './rest-fields.tsx';
import { TypeFields } from './type-fields.tsx';
import type { FieldsProps } from './use-expectation-form.ts';
import { words } from './words.ts';

/** Edits all fields of an expectation. */
export function ExpectationFields({ state }: FieldsProps) {
  const draft = expectationInput.safeParse(inputOf(state.form)).data;
  return (
    <>
      <Identity state={state} />
      {draft !== undefined && <p className={editor.sentence}>{expectationSentence(draft)}</p>}
      <PropertyFields state={state} />
      <TypeFields state={state} />
      <RestFields state={state} />
    </>
  );
}

function Identity({ state: { form, change } }: FieldsProps) {
  const event = useField('event');
  return (
    <div className={editor.identity}>
      <EventNameField
        label={words.event}
        placeholder={words.eventExample}
        spellCheck={false}
        autoFocus={form.event === ''}
        value={form.event}
        onChange={(next) => change({ event: next })}
        {...event}
      />
      <div className={classes.pair}>
        <CountFields state={{ form, change }} />
        <RunField run={form.testRun} onChange={(testRun) => change({ testRun })} />
      </div>
      <TextField
        path="name"
        label={words.name}
        placeholder={words.nameExample}
        value={form.name}
        onChange={(name) => change({ name })}
      />
    </div>
  );
}

function CountFields({ state: { form, change } }: FieldsProps) {
  const { error, onBlur } = useField('count');
  return (
    <div className={classes.count}>
      <Choice {...words.count} value={form.countKind} onChange={(countKind) => change({ countKind })} />
      {form.countKind !== 'never' && (
        <DefaultNumber
          w={88}
          // Beside a field that has its label above.
          pt={25}
          aria-label={words.number}
          allowDecimal={false}
          value={form.count}
          fallback={null}
          error={error}
          onBlur={onBlur}
          onChange={(count) => change({ count })}
        />
      )}
    </div>
  );
}

const everyEvent = '';

/** Chooses a test run among those found by the typed text, or every event. */
function RunField({ run, onChange }: { run: string | null; onChange: (run: string | null) => void }) {
  const { error, onBlur } = useField('test_run');
  const [search, setSearch] = useState('');
  const typed = useTyped(search === run ? '' : search);
  const { data: found = [] } = useQuery(foundTestRunsQuery(useProject().id, typed));
  const names = [...new Set([...(run === null ? [] : [run]), ...found.map(({ name }) => name)])];
  return (
    <Select
      label={words.of}
      searchable
      data={[
        { value: everyEvent, label: expectationWords.everyEvent },
        ...names.map((name) => ({ value: name, label: name })),
      ]}
      value={run ?? everyEvent}
      allowDeselect={false}
      error={error}
      onBlur={onBlur}
      onSearchChange={setSearch}
      onChange={(name) => onChange(name === everyEvent ? null : name)}
    />
  );
}

const { properties: text } = words;

/** Edits the values that an event must have. */
function PropertyFields({ state: { form, change } }: FieldsProps) {
  const add = useRef<HTMLButtonElement>(null);
  return (
    <Section title={text.title}>
      <p className={looks.note}>{text.about}</p>
      {form.properties.length > 0 && (
        <ul className={`${layout.rows} ${classes.rows}`} aria-label={text.list}>
          <EventPropertyRows
            rows={form.properties}
            of={text.of}
            path="properties"
            event={form.event.trim() || null}
            onRows={(properties) => change({ properties })}
            onRemoved={() => add.current?.focus()}
          />
        </ul>
      )}
      <QuietButton ref={add} onClick={() => change({ properties: [...form.properties, newPropertyRow('event')] })}>
        {text.add}
      </QuietButton>
    </Section>
  );
}
