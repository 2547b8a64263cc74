import { Menu } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { newPropertyRow, type PropertyRow } from '../../../actions/editor/action-form.ts';
import { EventPropertyRows } from '../../../actions/editor/event-property-rows.tsx';
import layout from '../../../ui/layout.module.css';
import type { CountedDraft } from './entry-draft.ts';
import { words } from './words.ts';

/** Edits filters on properties of the event or of its person. `path`: the field that has `properties`. */
export function MetricFilters({ path, ...props }: ComponentProps<typeof EventPropertyRows>) {
  if (props.rows.length === 0) return null;
  return (
    <ul className={layout.rows} aria-label={words.filter.rowsOf(props.of)}>
      <EventPropertyRows {...props} path={`${path}__properties`} />
    </ul>
  );
}

type AllProps = {
  counted: CountedDraft;
  /** "the primary metric". */
  of: string;
  path: string;
  onSet: (part: Pick<CountedDraft, 'properties'>) => void;
};

/** Edits the filters of all events and actions that a metric or a denominator counts. */
export const FiltersOfAll = ({ counted, of, path, onSet }: AllProps) => (
  <MetricFilters
    rows={counted.properties}
    of={words.filter.nameOfAll(of)}
    path={path}
    event={null}
    onRows={(properties) => onSet({ properties })}
  />
);

type MenuProps = { onFilter: (row: PropertyRow) => void; children: ReactNode };

/** Adds a filter on a property of the event or of its person; `children` is its button. */
export const FilterMenu = ({ onFilter, children }: MenuProps) => (
  <Menu position="bottom-end" returnFocus={false}>
    <Menu.Target>{children}</Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>{words.filter.onlyWhere}</Menu.Label>
      <Menu.Item onClick={() => onFilter(newPropertyRow('event'))}>{words.filter.event}</Menu.Item>
      <Menu.Item onClick={() => onFilter(newPropertyRow('person'))}>{words.filter.person}</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
