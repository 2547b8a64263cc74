import { type PlanViolationKind, planViolationKind } from '#server/events/contract.ts';
import { EventNameField } from '../../events/filters/event-name-field.tsx';
import { warningWords } from '../../events/reason-words.ts';
import { SearchField } from '../../ui/form/fields/search-field.tsx';
import { FilterSelect } from '../../ui/table/list-filters.tsx';
import type { PlanListSearch } from './list-search.ts';
import { words } from './words.ts';

type Props = { address: PlanListSearch; change: (part: Partial<PlanListSearch>) => void };

const orNone = (text: string) => (text === '' ? undefined : text);

/** Narrows the events to locked or unlocked ones. */
export const EventFilters = ({ address: { locked }, change }: Props) => (
  <FilterSelect
    {...words.locked}
    value={locked === undefined ? undefined : `${locked}`}
    onChange={(value) => change({ locked: value === undefined ? undefined : value === 'true' })}
  />
);

const kinds = Object.fromEntries(planViolationKind.options.map((kind) => [kind, warningWords[kind]])) as Record<
  PlanViolationKind,
  string
>;

/** Narrows the violations. */
export const ViolationFilters = ({ address: { event = '', property = '', kind, build = '' }, change }: Props) => (
  <>
    <EventNameField
      aria-label={words.filterEvent}
      placeholder={words.filterEvent}
      value={event}
      onChange={(value) => change({ event: orNone(value) })}
    />
    <FilterSelect {...words.kind} w={180} options={kinds} value={kind} onChange={(value) => change({ kind: value })} />
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
