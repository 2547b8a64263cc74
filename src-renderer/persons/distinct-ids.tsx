import looks from '../ui/text.module.css';
import { words } from './words.tsx';

/** Shows the first id, and how many others there are. */
export function DistinctIds({ ids }: { ids: string[] }) {
  const [first, ...others] = ids;
  return (
    <span title={ids.join('\n')}>
      <span className="mono">{first}</span>
      {others.length > 0 && <span className={looks.muted}>{words.list.moreIds(others.length)}</span>}
    </span>
  );
}
