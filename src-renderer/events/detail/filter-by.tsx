import { ActionIcon, Tooltip } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.tsx';
import type { Path } from '../../ui/json/json-tree.tsx';
import type { FilterToken } from '../filters/filter-tokens.ts';
import { tokenSentence } from '../filters/filter-words.ts';
import { words } from './words.ts';

/** Longer values are no readable filter. */
const maxValueLength = 200;

/** Returns the condition that a value of an event meets: equal to it, or that it is set where it is large or has parts. */
export function tokenOf(path: Path, value: unknown): FilterToken {
  const key = path.join('.');
  if (value === null) return { kind: 'type', key, type: 'null' };
  const isPlain = typeof value !== 'object' && value !== '' && String(value).length <= maxValueLength;
  if (!isPlain) return { kind: 'property', filter: { key, operator: 'is_set' } };
  return { kind: 'property', filter: { key, operator: 'exact', value: String(value) } };
}

/** Narrows the list to events that have this too. */
export function FilterBy(props: { path: Path; value: unknown; onFilter: (token: FilterToken) => void }) {
  const token = tokenOf(props.path, props.value);
  const label = words.event.filterBy(tokenSentence(token));
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={20} aria-label={label} onClick={() => props.onFilter(token)}>
        <Icon of={IconFilter} size={13} />
      </ActionIcon>
    </Tooltip>
  );
}
