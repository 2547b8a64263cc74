import type { Person } from '#server/persons/contract.ts';
import looks from '../ui/text.module.css';
import { words } from './words.tsx';

type Ids = Pick<Person, 'distinct_ids' | 'distinct_id_count'>;

/** Says how many ids a person has beside the first, also those that are not listed; '' for none. */
export const moreIds = ({ distinct_ids: ids, distinct_id_count: count = ids.length }: Ids): string =>
  count > 1 ? words.list.moreIds(count - 1) : '';

/** Shows the first id, and how many others there are. */
export function DistinctIds({ person }: { person: Ids }) {
  const [first] = person.distinct_ids;
  return (
    <span title={person.distinct_ids.join('\n')}>
      <span className="mono">{first}</span>
      <span className={looks.muted}>{moreIds(person)}</span>
    </span>
  );
}
