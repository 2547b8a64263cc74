import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../projects/current-project.ts';
import { useField } from '../ui/form/field-errors.ts';
import { suggesting } from './property-value.tsx';
import { type PropertyOwner, propertyNamesQuery } from './queries.ts';
import { propertyEditorWords } from './words.ts';

const DEBOUNCE_MS = 200;

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
  const project = useProject();
  const { error, onBlur } = useField(path);
  const [search] = useDebouncedValue(value.trim(), DEBOUNCE_MS);
  const found = useQuery(propertyNamesQuery(project.id, owner, search)).data ?? [];
  const counts = new Map(found.map(({ key, count }) => [key, count]));
  return (
    <Autocomplete
      {...suggesting(counts)}
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
