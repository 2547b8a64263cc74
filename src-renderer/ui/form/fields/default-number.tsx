import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import classes from './default-number.module.css';

type Props = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue' | 'placeholder'> & {
  /** What was entered; null: nothing. */
  value: number | null;
  /** What holds until something is entered, shown as a value; null without one. */
  fallback: number | null;
  /** Shown while there is neither, such as "Such as 5%". */
  example?: string;
  onChange: (value: number | null) => void;
};

/** Edits a number that is not negative. Emptied, it has its default again once it is left. */
export function DefaultNumber({ value, fallback, example, onChange, onBlur, ...input }: Props) {
  // "0." on the way to "0.5" is a text.
  const [typed, setTyped] = useState<string | number | null>(null);
  return (
    <NumberInput
      hideControls
      classNames={{ description: classes.description }}
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
