import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

type Props = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue' | 'placeholder'> & {
  /** The entered value, or null. */
  value: number | null;
  /** The default, shown as a value until something is entered; or null. */
  fallback: number | null;
  /** Placeholder without either, such as "Such as 5%". */
  example?: string;
  onChange: (value: number | null) => void;
};

/** Edits a number that is not negative. Emptied, it has its default again once it is left. */
export function DefaultNumber({ value, fallback, example, onChange, onBlur, ...input }: Props) {
  // "0." while typing "0.5" is text.
  const [typed, setTyped] = useState<string | number | null>(null);
  return (
    <NumberInput
      hideControls
      min={0}
      allowNegative={false}
      placeholder={example}
      {...input}
      value={typed ?? value ?? fallback ?? ''}
      onChange={(next) => {
        setTyped(next);
        const number = next === '' ? Number.NaN : Number(next);
        onChange(Number.isNaN(number) ? null : number);
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
