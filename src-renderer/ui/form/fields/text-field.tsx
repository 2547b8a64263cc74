import { TextInput, type TextInputProps } from '@mantine/core';
import { useField } from '../field-errors.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'error'> & {
  /** The server's name of the field. */
  path: string;
  value: string;
  onChange: (text: string) => void;
};

/** Edits a text of a form, with its error. */
export function TextField({ path, onChange, ...input }: Props) {
  const field = useField(path);
  return <TextInput {...input} {...field} onChange={(event) => onChange(event.currentTarget.value)} />;
}
