import { BoundedCache, bytesOfText } from '../core/bounded-cache.ts';
import type { JsonObject } from '../core/contract.ts';
import { parseJson } from '../core/json/parse-json-contract.ts';
import { maxMergedIds } from '../core/limits-contract.ts';
import { plain } from '../core/text/numbers-contract.ts';
import type { Database } from '../database/open.ts';
import type { PersonWarning } from './contract.ts';
import { idOrder } from './id-order-sql.ts';
import { isIllegalId, type Merge, mergeOf } from './identify.ts';
import type { LastSeen } from './last-seen.ts';
import { type Changes, changeStored, type Stored, tooLarge } from './stored-properties.ts';

/** The parts of an event that identify its person. `timestamp`: milliseconds UTC. */
export type Tracked = { event: string; distinctId: string; timestamp: number; properties: JsonObject };

/** `distinctRef`: the row of the distinct_id. `effect`: the change by the event, or null. */
export type Tracking = {
  distinctRef: number;
  person: Person;
  effect: PersonEffect | null;
  warnings: PersonWarning[];
};

export type PersonEffect = 'created' | 'updated' | 'identified' | 'merged';

type Person = Stored & {
  id: number;
  isIdentified: boolean;
  createdAt: number;
  lastSeenAt: number;
};
type Identity = { ref: number; person: Person };

const cachedIdentities = { entries: 40_000, bytes: 16 * 1024 * 1024, bytesOf: bytesOfText };
/** Parsed properties take several times the memory of their JSON. */
const cachedPersons = {
  entries: 40_000,
  bytes: 64 * 1024 * 1024,
  bytesOf: (_id: number, { json }: Person) => 200 + 6 * json.length,
};

/** Stores persons as events arrive, in the writer's transaction. Caches what it learns: call `forget` after a rollback. */
export class PersonStore {
  readonly #sql: ReturnType<typeof statements>;
  readonly #uuid: () => string;
  readonly #identities = new BoundedCache<string, Identity>(cachedIdentities);
  /** One cached object per person; an identity with another object is stale. */
  readonly #persons = new BoundedCache<number, Person>(cachedPersons);
  readonly #lastSeen: LastSeen;

  constructor(database: Database, clock: { uuid(): string }, lastSeen: LastSeen) {
    this.#sql = statements(database);
    this.#uuid = clock.uuid;
    this.#lastSeen = lastSeen;
  }

  /** Finds or creates the event's person, merges and sets properties. Call `seen` once the event is stored. */
  track(projectId: number, tracked: Tracked): Tracking {
    const { distinctId, timestamp } = tracked;
    const warnings: Tracking['warnings'] = [];
    const known = this.#find(projectId, distinctId);
    const isMerged = this.#mergeIfAsked(projectId, tracked, warnings);
    const current = isMerged ? this.#find(projectId, distinctId) : known;
    const identity = current ?? this.#addPerson(projectId, distinctId, timestamp);
    const change = this.#change(identity.person, tracked, isMerged, warnings);
    const effect = isMerged ? 'merged' : known === undefined ? 'created' : change;
    return { distinctRef: identity.ref, person: identity.person, effect, warnings };
  }

  /** Extends the time in which the person was seen. */
  seen(person: Person, timestamp: number): void {
    if (timestamp < person.createdAt) {
      person.createdAt = timestamp;
      this.#save(person);
    }
    if (timestamp > person.lastSeenAt) {
      person.lastSeenAt = timestamp;
      this.#lastSeen.record(person.id, timestamp);
    }
  }

  /** Returns the properties of the person with this id; do not change them. Undefined if unknown. */
  properties(projectId: number, distinctId: string): Readonly<JsonObject> | undefined {
    return this.#find(projectId, distinctId)?.person.properties;
  }

  idOf(projectId: number, distinctId: string): number | undefined {
    return this.#find(projectId, distinctId)?.person.id;
  }

  /** Returns up to `limit` first ids of the person with this one; none if unknown. */
  idsOf(projectId: number, distinctId: string, limit: number): string[] {
    return this.#sql.idsOf.all(projectId, distinctId, limit);
  }

  /** Reports whether this id's person is cached. */
  knows(projectId: number, distinctId: string): boolean {
    return this.#identities.has(identityKey(projectId, distinctId));
  }

  /** Clears the cache after a rollback. */
  forget(): void {
    this.#identities.clear();
    this.#persons.clear();
  }

  #find(projectId: number, distinctId: string): Identity | undefined {
    const cached = this.#identities.get(identityKey(projectId, distinctId));
    if (cached !== undefined && this.#persons.get(cached.person.id) === cached.person) return cached;
    const row = this.#sql.find.get(projectId, distinctId);
    if (row === undefined) return undefined;
    return this.#remember(projectId, distinctId, row.ref, this.#persons.get(row.id) ?? this.#parse(row));
  }

  #parse(row: PersonRow): Person {
    return {
      id: row.id,
      properties: parseJson(row.properties),
      json: row.properties,
      isIdentified: row.is_identified === 1,
      createdAt: row.created_at,
      lastSeenAt: Math.max(row.last_seen_at, this.#lastSeen.pendingOf(row.id)),
    };
  }

  #remember(projectId: number, distinctId: string, ref: number, person: Person): Identity {
    const identity = { ref, person };
    this.#identities.set(identityKey(projectId, distinctId), identity);
    this.#persons.set(person.id, person);
    return identity;
  }

  #addPerson(projectId: number, distinctId: string, at: number): Identity {
    const id = Number(this.#sql.insertPerson.run(projectId, this.#uuid(), at, at).lastInsertRowid);
    const person = { id, properties: {}, json: '{}', isIdentified: false, createdAt: at, lastSeenAt: at };
    return this.#addId(projectId, distinctId, person, at, null);
  }

  #addId(projectId: number, distinctId: string, person: Person, at: number, mergedAt: number | null): Identity {
    const ref = Number(this.#sql.insertId.run(projectId, distinctId, person.id, at, mergedAt).lastInsertRowid);
    return this.#remember(projectId, distinctId, ref, person);
  }

  /** Returns whether a merge was requested and done; a refusal is a warning. */
  #mergeIfAsked(projectId: number, tracked: Tracked, warnings: Tracking['warnings']): boolean {
    const wanted = mergeOf(tracked.event, tracked.distinctId, tracked.properties);
    if (wanted === undefined) return false;
    const refusal = typeof wanted === 'string' ? wanted : this.#merge(projectId, tracked, wanted, warnings);
    if (refusal !== undefined) warnings.push({ code: 'merge_refused', detail: refusal });
    return refusal === undefined;
  }

  /** Merges the alias's person into the event's, or returns why not. */
  #merge(
    projectId: number,
    { distinctId, timestamp }: Tracked,
    { alias, evenIfIdentified }: Merge,
    warnings: Tracking['warnings'],
  ): string | undefined {
    const bad = [distinctId, alias].find(isIllegalId);
    if (bad !== undefined) return `"${bad}" is not an id that one person can have; nothing was merged.`;
    const source = this.#find(projectId, alias);
    const target = this.#find(projectId, distinctId);
    if (source !== undefined && source.person.id === target?.person.id) return undefined;
    if (source?.person.isIdentified && !evenIfIdentified) {
      return `"${alias}" is already identified as another person; nothing was merged.`;
    }
    if (
      source !== undefined &&
      target !== undefined &&
      this.#sql.countIds.get(source.person.id, maxMergedIds + 1) === maxMergedIds + 1
    ) {
      return `"${alias}" belongs to a person of more than ${plain(maxMergedIds, 0)} ids; nothing was merged.`;
    }
    if (source === undefined) {
      const into = target ?? this.#addPerson(projectId, distinctId, timestamp);
      this.#addId(projectId, alias, into.person, timestamp, timestamp);
    } else if (target === undefined) {
      this.#addId(projectId, distinctId, source.person, timestamp, timestamp);
    } else {
      this.#combine(source.person, target.person, timestamp, warnings);
    }
    return undefined;
  }

  /** Merges the source into the target. The target's properties win; the earlier creation date stays. */
  #combine(source: Person, target: Person, at: number, warnings: Tracking['warnings']): void {
    this.#changeProperties(target, { once: source.properties }, warnings);
    target.createdAt = Math.min(source.createdAt, target.createdAt);
    target.lastSeenAt = Math.max(source.lastSeenAt, target.lastSeenAt);
    this.#sql.moveIds.run(target.id, at, source.id);
    this.#sql.deletePerson.run(source.id);
    this.#persons.delete(source.id);
    this.#save(target);
  }

  #change(
    person: Person,
    { event, distinctId, properties }: Tracked,
    isMerged: boolean,
    warnings: Tracking['warnings'],
  ): PersonEffect | null {
    const { $set_once: once, $set: set, $unset: unset } = properties;
    const isChanged = this.#changeProperties(person, { once, set, unset }, warnings);
    const isIdentified = person.isIdentified || ((event === '$identify' || isMerged) && !isIllegalId(distinctId));
    const effect = isIdentified !== person.isIdentified ? 'identified' : isChanged ? 'updated' : null;
    if (effect === null) return null;
    person.isIdentified = isIdentified;
    this.#save(person);
    return effect;
  }

  /** Returns whether anything changed; values that are too large become warnings. The caller saves. */
  #changeProperties(person: Person, changes: Changes, warnings: Tracking['warnings']): boolean {
    if (changes.once === undefined && changes.set === undefined && changes.unset === undefined) return false;
    const { stored, omitted } = changeStored(person, changes);
    if (omitted.length > 0) warnings.push(tooLarge('person', omitted));
    if (stored.json === person.json) return false;
    person.properties = stored.properties;
    person.json = stored.json;
    return true;
  }

  #save(person: Person): void {
    const { id, json, isIdentified, createdAt, lastSeenAt } = person;
    this.#sql.update.run(json, isIdentified ? 1 : 0, createdAt, lastSeenAt, id);
    // The entry may have grown.
    this.#persons.set(id, person);
  }
}

const identityKey = (projectId: number, distinctId: string) => `${projectId} ${distinctId}`;

type PersonRow = {
  ref: number;
  id: number;
  properties: string;
  is_identified: number;
  created_at: number;
  last_seen_at: number;
};

function statements(database: Database) {
  return {
    // With a bare ? in a join, SQLite would replan for each value.
    find: database.prepare<[number, string], PersonRow>(
      `SELECT d.id AS ref, p.id, p.properties, p.is_identified, p.created_at, p.last_seen_at
       FROM distinct_ids d JOIN persons p ON p.id = d.person_id WHERE d.project_id = +? AND d.value = +?`,
    ),
    idsOf: database
      .prepare<[number, string, number], string>(
        `SELECT value FROM distinct_ids
         WHERE person_id = (SELECT person_id FROM distinct_ids WHERE project_id = ? AND value = ?)
         ORDER BY ${idOrder} LIMIT ?`,
      )
      .pluck(),
    countIds: database
      .prepare<[number, number], number>(
        'SELECT count(*) FROM (SELECT 1 FROM distinct_ids WHERE person_id = ? LIMIT ?)',
      )
      .pluck(),
    insertPerson: database.prepare<[number, string, number, number]>(
      `INSERT INTO persons (project_id, uuid, properties, is_identified, created_at, last_seen_at)
       VALUES (?, ?, '{}', 0, ?, ?)`,
    ),
    insertId: database.prepare<[number, string, number, number, number | null]>(
      'INSERT INTO distinct_ids (project_id, value, person_id, created_at, merged_at) VALUES (?, ?, ?, ?, ?)',
    ),
    update: database.prepare<[string, number, number, number, number]>(
      'UPDATE persons SET properties = ?, is_identified = ?, created_at = ?, last_seen_at = ? WHERE id = ?',
    ),
    moveIds: database.prepare<[number, number, number]>(
      'UPDATE distinct_ids SET person_id = ?, merged_at = ? WHERE person_id = ?',
    ),
    deletePerson: database.prepare<[number]>('DELETE FROM persons WHERE id = ?'),
  };
}
