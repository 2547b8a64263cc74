import { ActionIcon, Tooltip } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.tsx';
import type { FilterToken } from '../filters/filter-tokens.ts';

type Props = { token: FilterToken; label: string; onFilter: (token: FilterToken) => void };

/** Narrows the list to events that have this too. */
export function FilterBy({ token, label, onFilter }: Props) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={20} aria-label={label} onClick={() => onFilter(token)}>
        <Icon of={IconFilter} size={13} />
      </ActionIcon>
    </Tooltip>
  );
}
