import { Select, type SelectProps } from '@mantine/core';

type Props<Value extends string> = Omit<SelectProps<Value>, 'data' | 'value' | 'onChange' | 'allowDeselect'> & {
  /** By value, in order. */
  names: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
};

/** Shows a menu of a few values, one of which is always chosen. */
export function Choice<Value extends string>({ names, onChange, ...select }: Props<Value>) {
  const values = Object.keys(names) as Value[];
  return (
    <Select<Value>
      {...select}
      allowDeselect={false}
      data={values.map((value) => ({ value, label: names[value] }))}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  );
}
