import { MultiSelect, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { SearchField } from '../form/fields/search-field.tsx';
import classes from '../page/list-page.module.css';
import { uiWords } from '../words.ts';
import type { KnownLabels, LabelSearch } from './list-search.ts';

type ListSearch = LabelSearch & { search?: string | undefined };
type Props = {
  /** Of the search field. */
  label: string;
  search: ListSearch;
  known: KnownLabels | undefined;
  onChange: (part: ListSearch) => void;
  /** Filters specific to this list. */
  children: ReactNode;
};

const noLabels: KnownLabels = { tags: [], owners: [] };

/** Narrows a list by text, by filters of its own and by label. */
export const ListFilters = ({ label, search, known = noLabels, onChange, children }: Props) => (
  <div className={classes.filters}>
    <SearchField
      label={label}
      value={search.search ?? ''}
      onChange={(text) => onChange({ search: text === '' ? undefined : text })}
    />
    {children}
    <LabelFilters known={known} search={search} onChange={onChange} />
  </div>
);

type SelectProps<Value extends string> = {
  label: string;
  /** The choice that does not filter. */
  any: string;
  options: Record<Value, string>;
  w?: number;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
};

/** Shows a filter with one of several values, or none. */
export function FilterSelect<Value extends string>(props: SelectProps<Value>) {
  const { label, any, options, w = 132, value, onChange } = props;
  const choices = Object.entries<string>(options).map(([choice, name]) => ({ value: choice, label: name }));
  return (
    <Select
      aria-label={label}
      w={w}
      data={[{ value: '', label: any }, ...choices]}
      value={value ?? ''}
      allowDeselect={false}
      onChange={(chosen) => onChange(chosen ? (chosen as Value) : undefined)}
    />
  );
}

type LabelProps = { known: KnownLabels; search: LabelSearch; onChange: (part: LabelSearch) => void };

/** Narrows a list to tags and an owner; not shown while nothing has any. */
function LabelFilters({ known, search: { tag = [], owner }, onChange }: LabelProps) {
  // A URL filter that matches nothing must still be shown.
  const tags = [...new Set([...known.tags, ...tag])];
  const owners = new Map(known.owners.map(({ id, name }) => [id, name]));
  if (owner !== undefined && !owners.has(owner)) owners.set(owner, uiWords.userOf(owner));
  return (
    <>
      {tags.length > 0 && (
        <MultiSelect
          aria-label={uiWords.tags}
          placeholder={tag.length === 0 ? uiWords.anyTag : ''}
          w={180}
          classNames={{ inputField: classes.tagInput }}
          data={tags}
          value={tag}
          searchable
          clearable
          onChange={(chosen) => onChange({ tag: chosen.length === 0 ? undefined : chosen })}
        />
      )}
      {(known.owners.length > 1 || owner !== undefined) && (
        <Select
          aria-label={uiWords.owner}
          placeholder={uiWords.anyOwner}
          w={132}
          data={[...owners].map(([id, name]) => ({ value: String(id), label: name }))}
          value={owner === undefined ? null : String(owner)}
          clearable
          onChange={(id) => onChange({ owner: id === null ? undefined : Number(id) })}
        />
      )}
    </>
  );
}
