import { parseJson } from '../../core/json/parse-json-contract.ts';
import { nearestName } from '../../core/nearest-contract.ts';
import { existing } from '../../core/sql.ts';
import type { Database } from '../../database/open.ts';
import type { EventScope } from '../filters/conditions.ts';
import type { EventFilter } from '../filters/filter-contract.ts';
import { type ListedRow, newestId, rowReader } from '../list.ts';
import { readEventNames } from '../names.ts';
import { typeAt } from '../properties/nested-property.ts';
import { scan } from '../scan/scan.ts';
import { distanceOf, propertyDifferences, textDifference } from './differences.ts';
import type { MissedCondition, SimilarEvent } from './nearest-contract.ts';

/** `after`: only events that arrived after this id. */
export type NearestArgs = EventScope & { filter: EventFilter; after: number };

/** Maximum number of events that are compared. */
const maxTried = 100;

/**
 * Finds the event that misses the fewest conditions of a filter, among the newest that miss only properties, else those with a
 * similar name, else those of another distinct_id. Null without one.
 */
export function readNearest(database: Database, args: NearestArgs): SimilarEvent | null {
  const person = database.prepare<[number | null], string>('SELECT properties FROM persons WHERE id = ?').pluck();
  const personOf = ({ person_id: id }: ListedRow) => parseJson(person.get(id) ?? '{}');
  const wholeRow = rowReader(database);
  const newest = newestId(database);
  const { after, ...scope } = args;
  for (const filter of loosened(database, args)) {
    let nearest: SimilarEvent | null = null;
    let tried = 0;
    for (const { id, found } of scan(database, { ...scope, newest, filter })) {
      if (tried === maxTried || id <= after) break;
      if (found === null) continue;
      tried += 1;
      const row = existing(wholeRow(found));
      const differences = differencesOf(args.filter, row, () => personOf(row));
      if (differences.length === 0) continue;
      if (nearest === null || distanceOf(differences) < distanceOf(nearest.differences))
        nearest = { uuid: row.uuid, differences };
    }
    if (nearest !== null) return nearest;
  }
  return null;
}

function* loosened(database: Database, { projectId, filter }: NearestArgs): Generator<EventFilter> {
  const ofProperties = { ...filter, properties: [], property_types: [] };
  yield ofProperties;
  const scope = { projectId, testRun: filter.test_run };
  const name = filter.event === undefined ? null : nearestName(filter.event, readEventNames(database, scope));
  if (name !== null && name !== filter.event) yield { ...ofProperties, event: name };
  if (filter.distinct_id !== undefined) yield { ...ofProperties, distinct_id: undefined };
}

function differencesOf(filter: EventFilter, row: ListedRow, person: () => Record<string, unknown>): MissedCondition[] {
  const properties = parseJson(row.properties);
  const ofTypes = filter.property_types.flatMap(({ key, type }): MissedCondition[] => {
    const got = typeAt(properties, key) ?? null;
    return got === type ? [] : [{ path: `properties.${key}`, wanted: `type ${type}`, got, nearest: null }];
  });
  return [
    ...textDifference('event', filter.event, row.event),
    ...textDifference('distinct_id', filter.distinct_id, row.distinct_id),
    ...propertyDifferences(filter.properties, { properties: () => properties, person }),
    ...ofTypes,
  ];
}
