import { Autocomplete, type AutocompleteProps, NumberInput, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../projects/current-project.ts';
import { useTyped } from '../ui/form/use-typed.ts';
import { formatCount } from '../ui/format.ts';
import looks from '../ui/text.module.css';
import { DateValue, type ValueFieldProps } from './date-value.tsx';
import { textOf, valueSort, valuesOf } from './operators.ts';
import classes from './property-editor.module.css';
import { type PropertyOwner, propertyValuesQuery } from './queries.ts';
import { propertyEditorWords } from './words.ts';

type ValueProps = ValueFieldProps & { owner: PropertyOwner };

/** Edits the value that the operator compares with; nothing for "is set". */
export function PropertyValue(props: ValueProps) {
  const { property, label, error, onBlur, onChange } = props;
  const common = { 'aria-label': label, error, onBlur, className: classes.value, size: 'xs' as const };
  switch (valueSort(property.operator)) {
    case 'none':
      return null;
    case 'many':
      return <ManyValues {...props} />;
    case 'text':
      return <OneValue {...props} />;
    case 'pattern':
      return (
        <TextInput
          {...common}
          classNames={{ input: looks.mono }}
          placeholder={propertyEditorWords.value.regexExample}
          value={textOf(property.value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'number': {
      const text = textOf(property.value);
      return (
        <NumberInput
          {...common}
          placeholder="10"
          value={text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text)}
          hideControls
          onChange={onChange}
        />
      );
    }
    default:
      return <DateValue {...props} />;
  }
}

/** Suggests values of the property, most frequent first. */
function useSuggestions({ owner, property }: ValueProps, search: string) {
  const project = useProject();
  const typed = useTyped(search);
  const found = useQuery(propertyValuesQuery(project.id, owner, property.key.trim(), typed)).data ?? [];
  const counts = new Map(found.map(({ value, count }) => [textOf(value), count]));
  return { counts, names: [...counts.keys()].filter((name) => name !== '') };
}

function ManyValues(props: ValueProps) {
  const { property, label, error, onBlur, onChange } = props;
  const [search, setSearch] = useState('');
  const { counts, names } = useSuggestions(props, search);
  const values = valuesOf(property.value);
  return (
    <TagsInput
      {...suggesting(counts, error)}
      className={classes.value}
      classNames={{ input: classes.tags, inputField: classes.tagsField, pill: classes.tag }}
      aria-label={label}
      placeholder={values.length === 0 ? propertyEditorWords.value.manyPlaceholder : ''}
      data={names}
      value={values}
      searchValue={search}
      splitChars={[]}
      onSearchChange={setSearch}
      error={error}
      onBlur={onBlur}
      onChange={onChange}
    />
  );
}

function OneValue(props: ValueProps) {
  const { property, label, error, onBlur, onChange } = props;
  const text = textOf(property.value);
  const { counts, names } = useSuggestions(props, text);
  return (
    <Autocomplete
      {...suggesting(counts, error)}
      className={classes.value}
      aria-label={label}
      placeholder={propertyEditorWords.value.textPlaceholder}
      data={names}
      value={text}
      error={error}
      onBlur={onBlur}
      onChange={onChange}
    />
  );
}

/** Props of a small field that suggests the keys of `counts`. Its list would cover the error that a failed save focuses. */
export const suggesting = (counts: ReadonlyMap<string, number>, error?: string) =>
  ({
    size: 'xs',
    openOnFocus: error === undefined,
    renderOption: ({ option }) => <Suggestion name={option.value} count={counts.get(option.value)} />,
    comboboxProps: { shadow: 'md', width: 'max-content', position: 'bottom-start' },
    maxDropdownHeight: 240,
  }) satisfies AutocompleteProps;

/** Shows a name or value with the number of known persons or groups that have it. */
function Suggestion({ name, count }: { name: string; count: number | undefined }) {
  return (
    <span className={classes.suggestion}>
      <span className={looks.clipped}>{name}</span>
      {count !== undefined && <span className={looks.count}>{formatCount(count)}</span>}
    </span>
  );
}
