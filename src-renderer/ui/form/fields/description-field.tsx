import { Textarea } from '@mantine/core';
import { useField } from '../field-errors.ts';

type Props = {
  text: { label: string; example: string };
  value: string;
  rows: [least: number, most: number];
  onChange: (value: { description: string }) => void;
};

/** Edits the description of a thing, in a field as long as its text. */
export function DescriptionField({ text, value, rows: [minRows, maxRows], onChange }: Props) {
  const field = useField('description');
  return (
    <Textarea
      label={text.label}
      autosize
      minRows={minRows}
      maxRows={maxRows}
      placeholder={text.example}
      value={value}
      onChange={(event) => onChange({ description: event.currentTarget.value })}
      {...field}
    />
  );
}
