import { Autocomplete } from '@mantine/core';
import { useField } from '../ui/form/field-errors.ts';
import { suggesting } from './property-value.tsx';
import type { PropertyOwner } from './queries.ts';
import { usePropertyNames } from './use-property-names.ts';
import { propertyEditorWords } from './words.ts';

type Props = {
  label: string;
  /** The server's name of the field. */
  path: string;
  owner: PropertyOwner;
  value: string;
  autoFocus: boolean;
  width?: number;
  onChange: (key: string) => void;
};

/** Edits the name of a property, with suggestions of those seen. */
export function PropertyNameField({ label, path, owner, value, autoFocus, width, onChange }: Props) {
  const { error, onBlur } = useField(path);
  const counts = usePropertyNames(owner, value);
  return (
    <Autocomplete
      {...suggesting(counts, error)}
      miw={0}
      w={width}
      aria-label={label}
      placeholder={propertyEditorWords.editor.property}
      autoFocus={autoFocus}
      data={[...counts.keys()]}
      value={value}
      limit={50}
      error={error}
      onBlur={onBlur}
      onChange={onChange}
    />
  );
}
