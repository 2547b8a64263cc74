import { jsonStart } from '../../core/json/json.ts';
import type { Database } from '../../database/open.ts';
import { visitProperties } from '../../events/properties/property-reader.ts';
import type { Exposed } from '../results/exposures/exposures.ts';
import { type BreakdownType, type BreakdownValue, maxBreakdownValues } from './breakdown-contract.ts';

/** The people with a value, `other` values or none (`not_set`); identified as in `Exposed`. */
export type Part = Pick<BreakdownValue, 'kind' | 'value'> & { people: number[] };

/** Values are cut at this length. */
const maxLength = 200;

/** Splits the exposed people by a property, the value with most people first. Yields periodically. */
export function* splitByProperty(
  database: Database,
  { people, event }: Exposed,
  { projectId, property, type }: { projectId: number; property: string; type: BreakdownType },
): Generator<void, { distinct: number; parts: Part[] }> {
  const visited = { projectId, owner: type === 'person' ? 'person' : 'event', names: [property] } as const;
  const idOf = (person: number) => (type === 'person' ? person : (event[person] ?? 0));
  const byValue = new Map<string, number[]>();
  const notSet = new Set(people);
  yield* visitProperties(database, visited, people, idOf, (person, { [property]: found }) => {
    if (found === undefined || found === null) return;
    const text = textOf(found);
    const known = byValue.get(text);
    if (known === undefined) byValue.set(text, [person]);
    else known.push(person);
    notSet.delete(person);
  });
  const sorted = [...byValue].sort(
    ([one, ofOne], [other, ofOther]) => ofOther.length - ofOne.length || (one < other ? -1 : 1),
  );
  const parts: Part[] = sorted
    .slice(0, maxBreakdownValues)
    .map(([value, ofValue]) => ({ kind: 'value', value, people: ofValue }));
  const others = sorted.slice(maxBreakdownValues).flatMap(([, ofValue]) => ofValue);
  if (others.length > 0) parts.push({ kind: 'other', value: null, people: others });
  if (notSet.size > 0) parts.push({ kind: 'not_set', value: null, people: [...notSet] });
  return { distinct: sorted.length, parts };
}

/** Converts a value to text, so that 5 and "5" are the same value, as in property filters. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, maxLength) : jsonStart(value, maxLength);
