import { TextInput, type TextInputProps } from '@mantine/core';
import { EventNameField } from '../../events/filters/event-name-field.tsx';
import { useField } from '../../ui/form/field-errors.ts';
import { Choice } from '../../ui/form/fields/choice.tsx';
import { DefaultNumber } from '../../ui/form/fields/default-number.tsx';
import { Section } from '../../ui/page/section.tsx';
import classes from './expectation-editor.module.css';
import type { FieldsProps } from './use-expectation-form.ts';
import { words } from './words.ts';

const { rest: text } = words;
// Descriptions stand below the inputs, so that the inputs of a row align.
const inputWrapperOrder: NonNullable<TextInputProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error'];

/** The parts that few expectations have. */
export function RestFields({ state: { form, change } }: FieldsProps) {
  const distinctId = useField('distinct_id');
  const after = useField('after');
  const within = useField('within');
  const unique = useField('unique');
  return (
    <Section title={text.title}>
      <div className={classes.grid}>
        <TextInput
          inputWrapperOrder={inputWrapperOrder}
          label={text.distinctId}
          description={text.distinctIdHint}
          spellCheck={false}
          value={form.distinctId}
          onChange={(event) => change({ distinctId: event.currentTarget.value })}
          {...distinctId}
        />
        <EventNameField
          inputWrapperOrder={inputWrapperOrder}
          label={text.after}
          description={text.afterHint}
          spellCheck={false}
          value={form.after}
          onChange={(next) => change({ after: next })}
          {...after}
        />
        <DefaultNumber
          label={text.within}
          description={text.withinHint}
          value={form.within}
          fallback={null}
          onChange={(seconds) => change({ within: seconds })}
          {...within}
        />
        <div className={classes.unique}>
          <Choice
            label={text.unique}
            names={text.uniqueness}
            value={form.uniqueness}
            onChange={(uniqueness) => change({ uniqueness })}
          />
          {form.uniqueness === 'property' && (
            <TextInput
              aria-label={text.uniqueProperty}
              placeholder={text.uniqueProperty}
              spellCheck={false}
              value={form.uniqueProperty}
              onChange={(event) => change({ uniqueProperty: event.currentTarget.value })}
              {...unique}
            />
          )}
        </div>
      </div>
    </Section>
  );
}
