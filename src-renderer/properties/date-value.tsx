import { NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { maxAgo, readAgo } from '#server/properties/relative-date-contract.ts';
import { textOf } from './operators.ts';
import type { PropertyDraft } from './property-draft.ts';
import classes from './property-editor.module.css';
import { agoUnitWords, propertyEditorWords } from './words.ts';

const DAY = 'day';
const MOMENT = 'moment';
const agoUnits = Object.entries(agoUnitWords).map(([value, word]) => ({
  value,
  label: propertyEditorWords.value.agoUnit(propertyEditorWords.value.agoUnits(word)),
}));

export type ValueFieldProps = {
  property: PropertyDraft;
  /** Names the field, for assistive tools. */
  label: string;
  error: string | undefined;
  onBlur: () => void;
  onChange: (value: unknown) => void;
};

/** Edits a date as a UTC day, a relative date, or a date and time. "On date" offers no relative dates: they are instants. */
export function DateValue(props: ValueFieldProps) {
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
  return (
    <div className={classes.date}>
      {form === DAY || form === MOMENT ? (
        <Fixed {...props} text={text} isDay={form === DAY} />
      ) : (
        <Ago {...props} unit={form} />
      )}
      <Select
        flex="none"
        w={112}
        aria-label={propertyEditorWords.value.dateKind(label)}
        data={[
          { value: DAY, label: propertyEditorWords.value.day },
          { value: MOMENT, label: propertyEditorWords.value.moment },
          ...(isExact ? [] : agoUnits),
        ]}
        value={form}
        allowDeselect={false}
        onChange={choose}
      />
    </div>
  );
}

function Fixed({ label, text, isDay, error, onBlur, onChange }: ValueFieldProps & { text: string; isDay: boolean }) {
  return (
    <TextInput
      className={classes.value}
      aria-label={label}
      type={isDay ? 'date' : 'text'}
      placeholder={propertyEditorWords.value.dateExample}
      value={text}
      error={error}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Keeps its unit when emptied, so that another number can be typed. */
function Ago({ property, label, unit, error, onBlur, onChange }: ValueFieldProps & { unit: string }) {
  return (
    <NumberInput
      className={classes.value}
      aria-label={label}
      value={readAgo(textOf(property.value))?.amount ?? ''}
      min={0}
      max={maxAgo}
      clampBehavior="strict"
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
