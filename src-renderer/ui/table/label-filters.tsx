import { MultiSelect, Select } from '@mantine/core';
import classes from '../page/list-page.module.css';
import { uiWords } from '../words.ts';
import type { KnownLabels, LabelSearch } from './list-search.ts';

type Props = { known: KnownLabels; search: LabelSearch; onChange: (part: LabelSearch) => void };

/** Narrow a list to tags and an owner; not shown while nothing has any. */
export function LabelFilters({ known, search: { tag = [], owner }, onChange }: Props) {
  // A filter of the URL that nothing has must still be shown.
  const tags = [...new Set([...known.tags, ...tag])];
  return (
    <>
      {tags.length > 0 && (
        <MultiSelect
          aria-label={uiWords.tags}
          placeholder={tag.length === 0 ? uiWords.anyTag : ''}
          className={classes.tagFilter}
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
          className={classes.select}
          data={known.owners.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={owner === undefined ? null : String(owner)}
          clearable
          onChange={(id) => onChange({ owner: id === null ? undefined : Number(id) })}
        />
      )}
    </>
  );
}
