import type { JsonObject } from '../../core/contract.ts';
import { parseJson } from '../../core/json/parse-json-contract.ts';
import type { Database } from '../../database/open.ts';
import { createPropertyReader } from '../../events/properties/property-reader.ts';
import type { Observed, WholeEvent } from '../evaluation/conditions.ts';
import type { EventTuple } from './named-events.ts';

type Owner = { distinctId: string; personId: number };
type WholeRow = { timestamp: number; ref: number; receivedAt: number; event: string; uuid: string; properties: string };

const maxOwners = 100_000;
/** The owner of rows whose project is being deleted. */
const nobody: Owner = { distinctId: '', personId: 0 };

export type ObservedEvents = ReturnType<typeof createObservedEvents>;

/** Creates events as rules see them from rows. */
export function createObservedEvents(database: Database) {
  const source = sourceOf(database);
  const whole = database.prepare<[number], WholeRow>(
    `SELECT e.timestamp, e.distinct_ref AS ref, e.received_at AS receivedAt, n.name AS event, e.uuid, e.properties
     FROM events e JOIN event_names n ON n.id = e.name_id WHERE e.id = ?`,
  );
  return {
    ownerOf: source.ownerOf,
    /** Returns a function that yields the events of rows with these properties, null for all, in any order. */
    reader(keys: readonly string[] | null): (rows: readonly EventTuple[]) => Generator<Observed> {
      const read = keys?.length === 0 ? null : createPropertyReader(database, 'event', keys);
      return function* (rows) {
        if (read === null) for (const row of rows) yield new ObservedEvent(row, {}, source);
        else {
          const found = read(rows, ([id]) => id);
          for (const [row, properties] of found) yield new ObservedEvent(row, properties, source);
        }
      };
    },
    of: (row: EventTuple, properties: JsonObject): Observed => new ObservedEvent(row, properties, source),
    /** Reads an event with all of its properties. Its test run may have been deleted. */
    whole(id: number): WholeEvent | undefined {
      const found = whole.get(id);
      if (found === undefined) return undefined;
      const { timestamp, ref, receivedAt, event, uuid, properties } = found;
      const observed = new ObservedEvent([id, 0, timestamp, ref, receivedAt], parseJson(properties), source);
      return Object.assign(observed, { event, uuid });
    },
  };
}

type Source = ReturnType<typeof sourceOf>;

/** Reads fields that few rules need. */
function sourceOf(database: Database) {
  const uuid = database.prepare<[number], string>('SELECT uuid FROM events WHERE id = ?').pluck();
  const person = database.prepare<[number], string>('SELECT properties FROM persons WHERE id = ?').pluck();
  const owner = database.prepare<[number], Owner>(
    'SELECT value AS distinctId, person_id AS personId FROM distinct_ids WHERE id = ?',
  );
  const owners = new Map<number, Owner>();
  return {
    ownerOf(ref: number): Owner {
      const known = owners.get(ref);
      if (known !== undefined) return known;
      if (owners.size === maxOwners) owners.clear();
      const found = owner.get(ref) ?? nobody;
      owners.set(ref, found);
      return found;
    },
    personProperties: (id: number): JsonObject => parseJson(person.get(id) ?? '{}'),
    uuidOf: (id: number): string | undefined => uuid.get(id),
  };
}

class ObservedEvent implements Observed {
  readonly id: number;
  readonly timestamp: number;
  readonly receivedAt: number;
  readonly #ref: number;
  readonly #properties: JsonObject;
  readonly #source: Source;
  #person: JsonObject | undefined;
  #uuid: string | undefined;

  constructor([id, , timestamp, ref, receivedAt]: EventTuple, properties: JsonObject, source: Source) {
    this.id = id;
    this.timestamp = timestamp;
    this.receivedAt = receivedAt;
    this.#ref = ref;
    this.#properties = properties;
    this.#source = source;
  }

  get distinctId(): string {
    return this.#source.ownerOf(this.#ref).distinctId;
  }

  get personId(): number {
    return this.#source.ownerOf(this.#ref).personId;
  }

  properties(): JsonObject {
    return this.#properties;
  }

  person(): JsonObject {
    this.#person ??= this.#source.personProperties(this.personId);
    return this.#person;
  }

  findUuid(): string | undefined {
    this.#uuid ??= this.#source.uuidOf(this.id);
    return this.#uuid;
  }
}
