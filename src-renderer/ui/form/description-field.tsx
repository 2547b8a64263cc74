import { Textarea } from '@mantine/core';
import { useField } from './field-errors.ts';

type Props = {
  label: string;
  example: string;
  value: string;
  minRows: number;
  maxRows: number;
  onChange: (value: { description: string }) => void;
};

/** The description of what a form edits, as long as its text. */
export function DescriptionField({ label, example, onChange, ...rest }: Props) {
  const field = useField('description');
  return (
    <Textarea
      label={label}
      size="xs"
      autosize
      placeholder={example}
      onChange={(event) => onChange({ description: event.currentTarget.value })}
      {...rest}
      {...field}
    />
  );
}
