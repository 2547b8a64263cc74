import { useRef } from 'react';
import { newPropertyRow } from '../../actions/editor/action-form.ts';
import { EventPropertyRows } from '../../actions/editor/event-property-rows.tsx';
import editor from '../../ui/form/editor.module.css';
import { QuietButton } from '../../ui/form/quiet-button.tsx';
import { Section } from '../../ui/page/section.tsx';
import looks from '../../ui/text.module.css';
import classes from './expectation-editor.module.css';
import type { FieldsProps } from './use-expectation-form.ts';
import { words } from './words.ts';

const { properties: text } = words;

/** Edits the values that an event must have. */
export function PropertyFields({ state: { form, change } }: FieldsProps) {
  const add = useRef<HTMLButtonElement>(null);
  return (
    <Section title={text.title}>
      <p className={looks.note}>{text.about}</p>
      {form.properties.length > 0 && (
        <ul className={`${editor.rows} ${classes.rows}`} aria-label={text.list}>
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
