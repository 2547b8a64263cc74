import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './simulator.module.css';

type FieldProps = { label: ReactNode; value: number; onChange: (value: number) => void } & Pick<
  NumberInputProps,
  'min' | 'max' | 'prefix' | 'suffix' | 'disabled' | 'description' | 'rightSection'
>;

/** Keeps its value while it is empty. */
export function NumberField({ onChange, ...props }: FieldProps) {
  return (
    <NumberInput
      {...props}
      className={classes.field}
      hideControls
      rightSectionWidth={32}
      onChange={(value) => {
        if (typeof value === 'number') onChange(value);
      }}
    />
  );
}
