import { NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { agoUnits, readAgo, textOf } from './operators.ts';
import type { PropertyDraft } from './property-draft.ts';
import classes from './property-editor.module.css';

const DAY = 'day';
const MOMENT = 'moment';

export type FieldProps = {
  property: PropertyDraft;
  /** What the field is, for assistive tools. */
  label: string;
  error: string | undefined;
  onBlur: () => void;
  onChange: (value: unknown) => void;
};

/**
 * A date as a day (UTC), as so long before now, or as an exact moment. The same instant as 7 days ago is none that anybody
 * means, so "on date" offers no time ago.
 */
export function DateValue(props: FieldProps) {
  const { property, label, onChange } = props;
  const text = textOf(property.value);
  const [chosen, setChosen] = useState<string | null>(null);
  const isExact = property.operator === 'is_date_exact' && readAgo(text) === null;
  const form = chosen ?? formOf(text);
  const choose = (next: string | null) => {
    setChosen(next);
    if (next === DAY) onChange(/^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? '');
    else if (next !== MOMENT) onChange(`-${readAgo(text)?.amount ?? 7}${next}`);
    else if (readAgo(text) !== null) onChange('');
  };
  const ago = agoUnits.map((unit) => ({ ...unit, label: `${unit.label} ago` }));
  return (
    <div className={classes.date}>
      {form === DAY || form === MOMENT ? <Fixed {...props} text={text} isDay={form === DAY} /> : <Ago {...props} />}
      <Select
        className={classes.dateForm}
        aria-label={`${label}: given as`}
        data={[{ value: DAY, label: 'UTC day' }, { value: MOMENT, label: 'moment' }, ...(isExact ? [] : ago)]}
        value={form}
        allowDeselect={false}
        onChange={choose}
      />
    </div>
  );
}

function Fixed({ label, text, isDay, error, onBlur, onChange }: FieldProps & { text: string; isDay: boolean }) {
  return (
    <TextInput
      className={classes.value}
      aria-label={label}
      type={isDay ? 'date' : 'text'}
      placeholder="2026-11-20T14:30:00Z"
      value={text}
      error={error}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Emptied, it keeps its unit, so that typing another number goes on where it was. */
function Ago({ property, label, error, onBlur, onChange }: FieldProps) {
  const { amount, unit } = readAgo(textOf(property.value)) ?? { amount: '', unit: textOf(property.value).slice(1) };
  return (
    <NumberInput
      size="xs"
      className={classes.value}
      aria-label={label}
      value={amount}
      min={0}
      max={9999}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      error={error}
      onBlur={onBlur}
      onChange={(next) => onChange(`-${next}${unit}`)}
    />
  );
}

function formOf(text: string): string {
  const unit = /^-?\d*([hdwmy])$/.exec(text)?.[1];
  if (unit !== undefined) return unit;
  return text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text) ? DAY : MOMENT;
}
