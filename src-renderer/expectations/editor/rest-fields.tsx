import { EventNameField } from '../../events/filters/event-name-field.tsx';
import { useField } from '../../ui/form/field-errors.ts';
import { Choice } from '../../ui/form/fields/choice.tsx';
import { DefaultNumber } from '../../ui/form/fields/default-number.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/page/section.tsx';
import classes from './expectation-editor.module.css';
import type { FieldsProps } from './use-expectation-form.ts';
import { words } from './words.ts';

const { rest: text } = words;

/** Edits the parts that few expectations have. */
export function RestFields({ state: { form, change } }: FieldsProps) {
  const after = useField('after');
  const within = useField('within');
  return (
    <Section title={text.title}>
      <div className={classes.grid}>
        <TextField
          path="distinct_id"
          label={text.distinctId}
          description={text.distinctIdHint}
          spellCheck={false}
          value={form.distinctId}
          onChange={(distinctId) => change({ distinctId })}
        />
        <EventNameField
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
        <div className={layout.stack}>
          <Choice {...text.uniqueness} value={form.uniqueness} onChange={(uniqueness) => change({ uniqueness })} />
          {form.uniqueness === 'property' && (
            <TextField
              path="unique"
              aria-label={text.uniqueProperty}
              placeholder={text.uniqueProperty}
              spellCheck={false}
              value={form.uniqueProperty}
              onChange={(uniqueProperty) => change({ uniqueProperty })}
            />
          )}
        </div>
      </div>
    </Section>
  );
}
