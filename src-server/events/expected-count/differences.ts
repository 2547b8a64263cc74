import type { PropertyFilter } from '../../properties/contract.ts';
import { explainProperty, type Owners } from '../../properties/explain.ts';
import { nearText } from '../../properties/nearest.ts';
import { withNested } from '../properties/nested-property.ts';
import type { MissedCondition } from './nearest-contract.ts';

/** Lists the property conditions that an event does not meet. A key with dots also names a value inside an object. */
export const propertyDifferences = (filters: readonly PropertyFilter[], owners: Owners): MissedCondition[] =>
  filters.flatMap((filter) => {
    const { field, property, wanted, comparison, seen, is_match, nearest } = explainProperty(filter, {
      properties: () => withNested(owners.properties(), filter.key),
      person: () => withNested(owners.person(), filter.key),
    });
    return is_match ? [] : [{ path: field, property, wanted, comparison, got: seen, nearest }];
  });

/** Compares a name or id; null if any is accepted. */
export function textDifference(path: string, wanted: string | null | undefined, got: string | null): MissedCondition[] {
  if (wanted === undefined || wanted === null || wanted === got) return [];
  const shown = got === null ? null : `"${got}"`;
  const comparison = { operator: 'exact', value: wanted } as const;
  return [{ path, wanted: `exact "${wanted}"`, comparison, got: shown, nearest: nearText(wanted, got) }];
}

/** Ranks events by distance: the number of conditions missed, then those for which they have no value. */
export const distanceOf = (differences: readonly MissedCondition[]): number =>
  differences.length + differences.filter(({ got }) => got === null).length / (differences.length + 1);

const maxWorded = 3;

/** Words an event's differences as a clause for an error. */
export function differenceWords(differences: readonly MissedCondition[]): string {
  const worded = differences
    .slice(0, maxWorded)
    .map(({ path, wanted, got }) => `\`${path}\` should be ${wanted}, but is ${got ?? 'missing'}`);
  const more = differences.length > maxWorded ? [`${differences.length - maxWorded} more differ`] : [];
  return [...worded, ...more].join('; ');
}
