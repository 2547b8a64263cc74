import { SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Basis } from '#server/experiments/results/judge/evidence-contract.ts';
import { formatCount } from '../../../ui/format.ts';
import { words } from './words.ts';

const route = getRouteApi('/experiments/$experimentId');

/** Chooses whose data decides, with the number of both; nothing where they are the same people. */
export function PeopleSwitch({ basis }: { basis: Basis }) {
  const { people = 'mature' } = route.useSearch();
  const navigate = route.useNavigate();
  const { window_days: days, mature, everyone } = basis;
  if (days === null || (mature === everyone && people === 'mature')) return null;
  const show = (value: string) =>
    void navigate({
      search: (previous) => ({ ...previous, people: value === 'everyone' ? 'everyone' : undefined }),
      replace: true,
      resetScroll: false,
    });
  return (
    <SegmentedControl
      aria-label={words.people.label}
      size="xs"
      value={people}
      onChange={show}
      data={[
        { value: 'mature', label: words.people.mature(days, formatCount(mature)) },
        { value: 'everyone', label: words.people.everyone(formatCount(everyone)) },
      ]}
    />
  );
}
