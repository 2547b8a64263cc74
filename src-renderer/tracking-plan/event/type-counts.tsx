import type { PlanProperty } from '#server/tracking-plan/contract.ts';
import { formatShare } from '../../ui/format.ts';

/** Shows the JSON types of a property, the most frequent first; of several with their shares. */
export function TypeCounts({ types, of }: { types: PlanProperty['types']; of: number }) {
  const sorted = types.toSorted((one, other) => other.count - one.count);
  const text = sorted
    .map(({ type, count }) => (types.length === 1 ? type : `${type} ${formatShare(count / Math.max(of, 1))}`))
    .join(', ');
  return <span title={text}>{text}</span>;
}
