import type { Database } from '../../database/open.ts';
import { prefetchSelected } from '../../events/archive/moving/whole-events.ts';
import { operatorTraits, type PropertyFilter } from '../../properties/contract.ts';
import type { MetricWarning } from './warning-contract.ts';

/** Events that are read. Larger ones take too long, and count as having every property. */
const newest = 1000;
/** Tried before: these have most properties, and the others may have to be fetched. */
const mostFirst = 50;
const largestRead = 20_000;
/** Each searches all these events. */
const maxProperties = 20;

/** Warns of each property that the newest events of a name do not have. Not of persons, who can get one later. */
export function unseenProperties(
  database: Database,
  { id, name }: { id: number; name: string },
  properties: readonly string[],
): MetricWarning[] {
  const newestOf = (column: string, limit: number) =>
    `SELECT ${column} FROM events WHERE name_id = ? ORDER BY id DESC LIMIT ${limit}`;
  const lacking = (among: readonly string[], limit: number): readonly string[] => {
    if (among.length === 0) return among;
    prefetchSelected(database, newestOf('id', limit), id);
    const has = database
      .prepare<[number, string], number>(
        `SELECT 1 FROM (${newestOf('properties', limit)})
         WHERE octet_length(properties) > ${largestRead} OR instr(properties, ?) > 0 LIMIT 1`,
      )
      .pluck();
    return among.filter((property) => has.get(id, JSON.stringify(property)) === undefined);
  };
  const asked = [...new Set(properties)].slice(0, maxProperties);
  return lacking(lacking(asked, mostFirst), newest).map((property) => ({
    code: 'unseen_property',
    subject: property,
    detail: `None of the newest events named "${name}" has a property "${property}".`,
  }));
}

/** Returns the properties of events without which a condition cannot hold. */
export const neededProperties = (filters: readonly PropertyFilter[]): string[] =>
  filters.flatMap(({ key, type, operator }) => (type === 'person' || operatorTraits[operator].negates ? [] : key));
