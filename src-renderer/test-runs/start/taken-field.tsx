import { Autocomplete, TextInput } from '@mantine/core';
import { useField } from '../../ui/form/field-errors.ts';
import { Section } from '../../ui/page/section.tsx';
import { Segments } from '../../ui/segments.tsx';
import type { StartForm } from './run-form.ts';
import classes from './start.module.css';
import { words } from './words.ts';

type Props = { form: StartForm; onChange: (part: Partial<StartForm>) => void };

/** Edits which requests go to the test run although they name none. */
export function TakenField({ form, onChange }: Props) {
  const { error, onBlur } = useField('assign');
  const { taken, distinctId, sdk } = form;
  const field = { size: 'xs', className: classes.field, spellCheck: false, error, onBlur } as const;
  return (
    <Section title={words.taken.title}>
      <div className={classes.taken}>
        <Segments
          label={words.taken.title}
          names={words.taken.names}
          value={taken}
          onChange={(next) => onChange({ taken: next })}
        />
        <p className={classes.note}>{words.taken.hints[taken]}</p>
        {taken === 'person' && (
          <TextInput
            {...field}
            label={words.taken.distinctId}
            value={distinctId}
            onChange={(event) => onChange({ distinctId: event.currentTarget.value })}
          />
        )}
        {taken === 'sdk' && (
          <Autocomplete
            {...field}
            openOnFocus={field.error === undefined}
            label={words.taken.sdk}
            placeholder={words.taken.sdkExample}
            data={words.taken.knownSdks}
            value={sdk}
            onChange={(next) => onChange({ sdk: next })}
          />
        )}
      </div>
    </Section>
  );
}
