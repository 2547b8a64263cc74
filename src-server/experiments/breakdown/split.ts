import { jsonStart } from '../../core/json.ts';
import type { Database } from '../../database/open.ts';
import { createPropertyReader } from '../metrics/property-reader.ts';
import type { Exposed } from '../results/exposures.ts';
import { type BreakdownType, maxBreakdownValues } from './breakdown-contract.ts';

/** The people with a value, `other` values or none (`not_set`); identified as in `Exposed`. */
export type Part = { kind: 'value' | 'other' | 'not_set'; value: string | null; people: number[] };

/** People whose property is read per statement: takes a few milliseconds. */
const batchSize = 2000;
/** Longer values that begin alike are one. */
const maxLength = 200;

/** Splits the exposed people by a property, the value with most people first. Yields periodically. */
export function* splitByProperty(
  database: Database,
  { people, event }: Exposed,
  { property, type }: { property: string; type: BreakdownType },
): Generator<void, { distinct: number; parts: Part[] }> {
  const read = createPropertyReader(database, type === 'person' ? 'person' : 'event', [property]);
  const byValue = new Map<string, number[]>();
  const notSet = new Set(people);
  for (let from = 0; from < people.length; from += batchSize) {
    const batch = people.slice(from, from + batchSize);
    const ids = type === 'person' ? batch : batch.map((person) => event[person] as number);
    for (const [index, { [property]: found }] of read(ids)) {
      if (found === undefined || found === null) continue;
      const person = batch[index] as number;
      const text = textOf(found);
      const known = byValue.get(text);
      if (known === undefined) byValue.set(text, [person]);
      else known.push(person);
      notSet.delete(person);
    }
    yield;
  }
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

/** As text, so that 5 and "5" are the same value, as in property filters. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, maxLength) : jsonStart(value, maxLength);
