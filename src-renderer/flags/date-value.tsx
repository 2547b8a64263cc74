import { NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type AgoUnit, agoUnits, readAgo, textOf } from './operators.ts';
import classes from './property-editor.module.css';
import type { ValueProps } from './property-value.tsx';

type Form = 'day' | 'ago' | 'moment';
const forms = [
  { value: 'day', label: 'a day' },
  { value: 'ago', label: 'time ago' },
  { value: 'moment', label: 'a moment' },
];

/** A date as a day (UTC), as so long before now, or as an exact moment. "The same instant as 7 days ago" means nothing. */
export function DateValue({ property, label, error, onBlur, onChange }: ValueProps) {
  const text = textOf(property.value);
  const [form, setForm] = useState<Form>(() => formOfDate(text));
  const choose = (next: string | null) => {
    setForm((next ?? 'day') as Form);
    onChange(next === 'ago' ? '-7d' : '');
  };
  const isExact = property.operator === 'is_date_exact';
  const shown = isExact && form === 'ago' ? 'day' : form;
  return (
    <div className={classes.date}>
      <Select
        className={classes.dateForm ?? ''}
        aria-label={`${label}: given as`}
        data={isExact ? forms.filter(({ value }) => value !== 'ago') : forms}
        value={shown}
        allowDeselect={false}
        onChange={choose}
      />
      {shown === 'ago' ? (
        <Ago text={text} label={label} error={error} onBlur={onBlur} onChange={onChange} />
      ) : (
        <TextInput
          className={classes.value ?? ''}
          aria-label={shown === 'day' ? `${label} (UTC)` : label}
          type={shown === 'day' ? 'date' : 'text'}
          placeholder="2026-11-20T14:30:00Z"
          value={text}
          error={error}
          onBlur={onBlur}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  );
}

type AgoProps = Pick<ValueProps, 'label' | 'error' | 'onBlur' | 'onChange'> & { text: string };

function Ago({ text, label, error, onBlur, onChange }: AgoProps) {
  const { amount, unit } = readAgo(text) ?? { amount: '', unit: 'd' as AgoUnit };
  return (
    <>
      <NumberInput
        size="xs"
        w={64}
        aria-label={label}
        value={amount}
        min={0}
        max={9999}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        error={error}
        onBlur={onBlur}
        onChange={(next) => onChange(next === '' ? '' : `-${next}${unit}`)}
      />
      <Select
        w={88}
        aria-label={`${label}: unit`}
        data={agoUnits}
        value={unit}
        allowDeselect={false}
        onChange={(next) => onChange(`-${amount === '' ? 1 : amount}${next ?? unit}`)}
      />
      <span className={classes.ago}>ago</span>
    </>
  );
}

function formOfDate(text: string): Form {
  if (readAgo(text) !== null) return 'ago';
  return text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text) ? 'day' : 'moment';
}
