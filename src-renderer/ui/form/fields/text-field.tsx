import { TextInput, type TextInputProps } from '@mantine/core';
import { useField } from '../field-errors.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'error'> & {
  /** The server's name of the field. */
  path: string;
  value: string;
  onChange: (text: string) => void;
};

/** A text of a form with its error. Its description stands below the input, so that the inputs of a row align. */
export function TextField({ path, onChange, ...input }: Props) {
  const field = useField(path);
  return (
    <TextInput
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...input}
      {...field}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
