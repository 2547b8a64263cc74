import { jsonTypeOf } from '../../../core/json/json-type-contract.ts';
import { ownValue } from '../../../core/json/own-value.ts';
import type { Database } from '../../../database/open.ts';
import { readProperty } from '../../../events/archive/moving/whole-events.ts';
import { visitProperties } from '../../../events/properties/property-reader.ts';
import { selectProperties } from '../../../events/properties/select-properties.ts';
import type { Columns } from '../../columns/columns.ts';

/** Returns a value as a number, also text that is one; NaN where it is none. */
function numberOf(value: unknown): number {
  const isText = typeof value === 'string' && value.trim() !== '';
  const number = jsonTypeOf(value) === 'number' || isText ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : Number.NaN;
}

/** Numbers of a property, in the order of the ids of their events. */
export type PropertyNumbers = Columns<[Float64Array]>;
export const noNumbers: [Float64Array] = [new Float64Array()];

/** Ids per statement; few, as properties can be large. */
const batchSize = 20_000;

/** Reads the numbers of the events of a name after `numbers.upTo`, up to `upTo` at most. `property` has a path. */
export function readNumbers(
  database: Database,
  asked: { nameId: number; property: string },
  numbers: PropertyNumbers,
  upTo: number,
): void {
  const { columns, paths, propertiesOf } = selectProperties('properties', [asked.property]);
  // `Number` accepts no JSON but numbers, and is faster than parsing.
  const numberIn = (json: string | null): number => {
    if (json === null) return Number.NaN;
    const number = Number(json);
    return Number.isFinite(number) ? number : numberOf(ownValue(propertiesOf([json]), asked.property));
  };
  const stretch = { low: numbers.upTo, high: Math.min(numbers.upTo + batchSize, upTo), isForward: true };
  readProperty(database, asked, stretch, ({ high }) => {
    const found = database
      .prepare<(number | string)[], string | null>(
        `SELECT (SELECT ${columns[0]} FROM events WHERE id = e.id) FROM main.events e INDEXED BY events_by_name
         WHERE name_id = ? AND id > ? AND id <= ? ORDER BY id`,
      )
      .pluck()
      .all(...paths, asked.nameId, numbers.upTo, high)
      .map(numberIn);
    numbers.add(found);
    numbers.upTo = high;
  });
}

/** Reads the `value` of some events, by their ids. Yields periodically. */
export function* readValues(
  database: Database,
  { projectId, property }: { projectId: number; property: string },
  events: readonly { id: number; value: number | undefined }[],
): Generator<void> {
  yield* visitProperties(
    database,
    { projectId, owner: 'event', names: [property] },
    events,
    ({ id }) => id,
    (event, properties) => {
      event.value = numberOf(ownValue(properties, property));
    },
  );
}
