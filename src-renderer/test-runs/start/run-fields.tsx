import { Textarea } from '@mantine/core';
import { useField } from '../../ui/form/field-errors.ts';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { testRunWords } from '../words.ts';
import type { Description } from './run-form.ts';
import { words } from './words.ts';

type Props = { form: Description; onChange: (part: Partial<Description>) => void };

/** Edits the label, build and note of a test run. */
export function DescriptionFields({ form, onChange }: Props) {
  const note = useField('note');
  return (
    <>
      <TextField
        path="label"
        label={testRunWords.label}
        placeholder={words.examples.label}
        value={form.label}
        onChange={(label) => onChange({ label })}
      />
      <TextField
        path="build"
        label={testRunWords.build}
        description={words.buildHint}
        placeholder={words.examples.build}
        value={form.build}
        onChange={(build) => onChange({ build })}
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
