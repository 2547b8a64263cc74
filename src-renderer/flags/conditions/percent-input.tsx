import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

type Props = {
  label: string;
  value: number;
  error?: string | boolean | undefined;
  onChange: (value: number) => void;
} & Pick<NumberInputProps, 'className' | 'disabled'>;

/** Edits a percentage: decimals by typing, whole steps by arrow keys. Emptied, it keeps its value until a number comes. */
export function PercentInput({ label, value, error, onChange, ...rest }: Props) {
  const [isEmpty, setIsEmpty] = useState(false);
  const change = (next: number | string) => {
    setIsEmpty(next === '');
    if (typeof next === 'number') onChange(next);
  };
  return (
    <NumberInput
      {...rest}
      w={88}
      aria-label={label}
      value={isEmpty ? '' : value}
      min={0}
      max={100}
      clampBehavior="strict"
      decimalScale={6}
      suffix="%"
      hideControls
      error={error}
      onChange={change}
      onBlur={() => setIsEmpty(false)}
    />
  );
}
