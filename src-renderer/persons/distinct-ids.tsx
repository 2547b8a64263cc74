import type { Person } from '#server/persons/contract.ts';
import looks from '../ui/text.module.css';
import { words } from './words.tsx';

/** Shows the first id, and how many others there are, also those that are not listed. */
export function DistinctIds({ person }: { person: Pick<Person, 'distinct_ids' | 'distinct_id_count'> }) {
  const { distinct_ids: ids, distinct_id_count: count = ids.length } = person;
  return (
    <span title={ids.join('\n')}>
      <span className="mono">{ids[0]}</span>
      {count > 1 && <span className={looks.muted}>{words.list.moreIds(count - 1)}</span>}
    </span>
  );
}
