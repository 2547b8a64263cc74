import { Textarea, TextInput } from '@mantine/core';
import { useField } from '../../ui/form/field-errors.ts';
import { testRunWords } from '../words.ts';
import type { Description } from './run-form.ts';
import { words } from './words.ts';

type Props = { form: Description; onChange: (part: Partial<Description>) => void };

/** What people say of a test run: its label, build and note. */
export function DescriptionFields({ form, onChange }: Props) {
  const label = useField('label');
  const build = useField('build');
  const note = useField('note');
  return (
    <>
      <TextInput
        label={testRunWords.label}
        placeholder={words.examples.label}
        value={form.label}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
        {...label}
      />
      <TextInput
        label={testRunWords.build}
        description={words.buildHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={words.examples.build}
        value={form.build}
        onChange={(event) => onChange({ build: event.currentTarget.value })}
        {...build}
      />
      <Textarea
        label={testRunWords.note}
        autosize
        minRows={3}
        maxRows={12}
        placeholder={words.examples.note}
        value={form.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
        {...note}
      />
    </>
  );
}
