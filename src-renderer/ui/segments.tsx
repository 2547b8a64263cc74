import { SegmentedControl } from '@mantine/core';

type Props<Value extends string> = {
  label: string;
  /** By value, in order. */
  names: Readonly<Record<Value, string>>;
  value: Value | null;
  onChange: (value: Value) => void;
};

/** Chooses one of a few values that stay in sight. */
export function Segments<Value extends string>({ label, names, value, onChange }: Props<Value>) {
  const values = Object.keys(names) as Value[];
  return (
    <SegmentedControl<Value | ''>
      aria-label={label}
      size="xs"
      value={value ?? ''}
      onChange={(chosen) => chosen !== '' && onChange(chosen)}
      data={values.map((each) => ({ value: each, label: names[each] }))}
    />
  );
}
