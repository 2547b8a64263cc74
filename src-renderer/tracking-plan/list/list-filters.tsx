import { Select } from '@mantine/core';
import { type PlanViolationKind, planViolationKind } from '#server/events/contract.ts';
import { EventNameField } from '../../events/filters/event-name-field.tsx';
import { warningWords } from '../../events/reason-words.ts';
import { SearchField } from '../../ui/form/fields/search-field.tsx';
import type { PlanListSearch } from './list-search.ts';
import { words } from './words.ts';

type Props = { address: PlanListSearch; change: (part: Partial<PlanListSearch>) => void };

const orNone = (text: string) => (text === '' ? undefined : text);

const any = '';
const lockedData = [
  { value: any, label: words.locked.any },
  { value: 'true', label: words.locked.true },
  { value: 'false', label: words.locked.false },
];

/** Narrows the events to locked or unlocked ones. */
export const EventFilters = ({ address: { locked }, change }: Props) => (
  <Select
    w={132}
    aria-label={words.locked.label}
    data={lockedData}
    value={locked === undefined ? any : String(locked)}
    allowDeselect={false}
    onChange={(value) => change({ locked: value === any ? undefined : value === 'true' })}
  />
);

const kindData = [
  { value: any, label: words.kind.any },
  ...planViolationKind.options.map((kind) => ({ value: kind, label: warningWords[kind] })),
];

/** Narrows the violations. */
export const ViolationFilters = ({ address: { event = '', property = '', kind, build = '' }, change }: Props) => (
  <>
    <EventNameField
      aria-label={words.filterEvent}
      placeholder={words.filterEvent}
      value={event}
      onChange={(value) => change({ event: orNone(value) })}
    />
    <Select
      w={180}
      aria-label={words.kind.label}
      data={kindData}
      value={kind ?? any}
      allowDeselect={false}
      onChange={(value) => change({ kind: value === any ? undefined : (value as PlanViolationKind) })}
    />
    <SearchField
      isShort
      label={words.filterProperty}
      value={property}
      onChange={(value) => change({ property: orNone(value) })}
    />
    <SearchField
      isShort
      label={words.filterBuild}
      value={build}
      onChange={(value) => change({ build: orNone(value) })}
    />
  </>
);
