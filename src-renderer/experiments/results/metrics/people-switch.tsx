import { getRouteApi } from '@tanstack/react-router';
import type { Basis } from '#server/experiments/results/judge/evidence-contract.ts';
import { formatCount } from '../../../ui/format.ts';
import { Segments } from '../../../ui/segments.tsx';
import { useChangeResults } from '../use-change-results.ts';
import { resultTableWords } from './words.ts';

const route = getRouteApi('/experiments/$experimentId');

/** Chooses whose data decides, with the number of both; nothing where they are the same people. */
export function PeopleSwitch({ basis }: { basis: Basis }) {
  const { people = 'mature' } = route.useSearch();
  const change = useChangeResults();
  const { window_days: days, mature, everyone } = basis;
  if (days === null || (mature === everyone && people === 'mature')) return null;
  return (
    <Segments
      label={resultTableWords.people.label}
      names={{
        mature: resultTableWords.people.mature(days, formatCount(mature)),
        everyone: resultTableWords.people.everyone(formatCount(everyone)),
      }}
      value={people}
      onChange={(value) => change({ people: value === 'everyone' ? value : undefined })}
    />
  );
}
