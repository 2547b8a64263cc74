import { BoundedCache, bytesOfText } from '../core/bounded-cache.ts';
import { isAbsentObject, isJsonObject, type JsonObject, maxName } from '../core/contract.ts';
import { isOutOfRange, jsonTypeOf, typeWords } from '../core/json/json-type-contract.ts';
import { parseJson } from '../core/json/parse-json-contract.ts';
import { maxGroupTypes } from '../core/limits-contract.ts';
import { cutText } from '../core/text/cut-text.ts';
import { quoteSent } from '../core/text/quote-sent.ts';
import type { Database } from '../database/open.ts';
import type { Taken } from '../projects/definitions/definition-table.ts';
import type { PersonWarning } from './contract.ts';
import { changeStored, notObject, tooLarge } from './stored-properties.ts';

const places = [...Array(maxGroupTypes).keys()];
/** Invalid groups of one event that are reported; the rest is skipped. */
const maxWarnings = 20;
const cachedGroups = { entries: 40_000, bytes: 16 * 1024 * 1024, bytesOf: bytesOfText };

/** Stores group types and groups named by events (`$groups`, `$groupidentify`). Caches like PersonStore. */
export class GroupStore {
  readonly #sql: ReturnType<typeof statements>;
  readonly #types = new Map<number, Map<string, number>>();
  /** When a group was first seen, or later. */
  readonly #known = new BoundedCache<string, number>(cachedGroups);

  constructor(database: Database) {
    this.#sql = statements(database);
  }

  /** Stores the groups of an event and returns warnings. `at`: milliseconds UTC. */
  track(projectId: number, event: string, properties: JsonObject, at: number): PersonWarning[] {
    const warnings: PersonWarning[] = [];
    const { $groups: groups } = properties;
    if (isJsonObject(groups)) {
      for (const [type, key] of Object.entries(groups)) {
        if (warnings.length >= maxWarnings) break;
        this.#see(projectId, type, key, undefined, at, warnings);
      }
    } else if (!isAbsentObject(groups)) {
      const detail = `$groups was ${typeWords(groups)}, not an object of types and keys. It was not applied.`;
      warnings.push({ code: 'group_without_type', detail });
    }
    if (event === '$groupidentify') {
      const { $group_type: type, $group_key: key, $group_set: set } = properties;
      if (typeof type === 'string') this.#see(projectId, type, key, set, at, warnings);
      else
        warnings.push({ code: 'group_without_type', detail: 'The event names no $group_type; no group was changed.' });
      if (!isAbsentObject(set) && !isJsonObject(set)) warnings.push(notObject('$group_set', set));
    }
    return warnings;
  }

  typeNames(projectId: number): ReadonlyMap<number, string> {
    return new Map([...this.#typesOf(projectId)].map(([name, index]) => [index, name]));
  }

  /** Returns the group types by index as they are once `seeTypes` has stored these names. */
  typeNamesWith(projectId: number, names: readonly string[]): ReadonlyMap<number, string> {
    const known = [...this.#typesOf(projectId)].sort(([, a], [, b]) => a - b).map(([name]) => name);
    const added = names.map((name) => name.toWellFormed()).filter((name) => name.trim() !== '');
    return new Map([...new Set([...known, ...added])].slice(0, maxGroupTypes).entries());
  }

  /** Stores the group types that are new. */
  seeTypes(projectId: number, names: readonly string[]): void {
    for (const name of this.typeNamesWith(projectId, names).values()) this.#typeIndex(projectId, name);
  }

  /** Returns the stored properties of a group; undefined if unknown. */
  properties(projectId: number, typeIndex: number, key: string): JsonObject | undefined {
    const row = this.#sql.properties.get(projectId, typeIndex, key);
    return row && parseJson(row.properties);
  }

  /**
   * Updates group types from another server: groups keep the name of their type. A type that only this server has takes a free
   * place; without one its groups are removed.
   */
  definitionsTaken(rows: Taken['rows']): void {
    const types = rows.filter(({ table }) => table === 'group_types');
    for (const [projectId, changes] of Map.groupBy(types, (row) => row.projectId)) {
      if (projectId === null) continue;
      this.#types.delete(projectId);
      for (const { before } of changes) {
        if (before === null) continue;
        const index = this.#typeIndex(projectId, String(before.name));
        const group = [projectId, Number(before.type_index)] as const;
        if (index === undefined) this.#sql.removeGroups.run(...group);
        else this.#sql.aside.run(index, ...group);
      }
      this.#sql.settle.run(projectId);
    }
    this.forget();
  }

  forget(): void {
    this.#types.clear();
    this.#known.clear();
  }

  #see(projectId: number, type: string, key: unknown, set: unknown, at: number, warnings: PersonWarning[]): void {
    if (type.trim() === '') {
      warnings.push({ code: 'group_without_type', detail: 'A group has no type; it was left out.' });
      return;
    }
    if (!isGroupKey(key)) {
      warnings.push({
        code: 'group_without_key',
        detail: `The group ${quoteSent(type)} has no key; it was left out.`,
      });
      return;
    }
    const index = this.#typeIndex(projectId, type.toWellFormed());
    if (index === undefined) {
      const detail = `A project has at most ${maxGroupTypes} group types; ${quoteSent(type)} was left out.`;
      warnings.push({ code: 'too_many_group_types', detail });
      return;
    }
    const omitted = this.#put(projectId, index, cutText(`${key}`.toWellFormed(), maxName), set, at);
    if (omitted.length > 0) warnings.push(tooLarge('group', omitted));
  }

  #typeIndex(projectId: number, type: string): number | undefined {
    const types = this.#typesOf(projectId);
    const known = types.get(type);
    if (known !== undefined) return known;
    const taken = new Set(types.values());
    const index = places.find((place) => !taken.has(place));
    if (index === undefined) return undefined;
    this.#sql.insertType.run(projectId, index, type);
    types.set(type, index);
    return index;
  }

  #typesOf(projectId: number): Map<string, number> {
    let types = this.#types.get(projectId);
    if (types === undefined) {
      types = new Map(this.#sql.types.all(projectId).map(({ name, type_index }) => [name, type_index]));
      this.#types.set(projectId, types);
    }
    return types;
  }

  /** Returns the keys that did not fit. */
  #put(projectId: number, index: number, key: string, set: unknown, at: number): string[] {
    const id = `${projectId} ${index} ${key}`;
    const known = this.#known.get(id) ?? Number.POSITIVE_INFINITY;
    if (set === undefined && known <= at) return [];
    this.#known.set(id, Math.min(known, at));
    this.#sql.insert.run(projectId, index, key, at);
    if (set === undefined) return [];
    const json = this.#sql.properties.get(projectId, index, key)?.properties ?? '{}';
    const { stored, omitted } = changeStored({ properties: parseJson(json), json }, { set });
    if (stored.json !== json) this.#sql.update.run(stored.json, projectId, index, key);
    return omitted;
  }
}

const isGroupKey = (key: unknown): key is string | number | bigint =>
  (jsonTypeOf(key) === 'number' && !isOutOfRange(key)) || (typeof key === 'string' && key.trim() !== '');

function statements(database: Database) {
  return {
    types: database.prepare<[number], { name: string; type_index: number }>(
      'SELECT name, type_index FROM group_types WHERE project_id = ?',
    ),
    insertType: database.prepare<[number, number, string]>(
      'INSERT INTO group_types (project_id, type_index, name) VALUES (?, ?, ?)',
    ),
    insert: database.prepare<[number, number, string, number]>(
      `INSERT INTO groups (project_id, type_index, key, properties, created_at) VALUES (?, ?, ?, '{}', ?)
       ON CONFLICT DO UPDATE SET created_at = excluded.created_at WHERE excluded.created_at < created_at`,
    ),
    // Below 0, where no group is, until all are moved.
    aside: database.prepare<[number, number, number]>(
      'UPDATE groups SET type_index = -1 - ? WHERE project_id = ? AND type_index = ?',
    ),
    settle: database.prepare<[number]>(
      'UPDATE groups SET type_index = -1 - type_index WHERE project_id = ? AND type_index < 0',
    ),
    removeGroups: database.prepare<[number, number]>('DELETE FROM groups WHERE project_id = ? AND type_index = ?'),
    properties: database.prepare<[number, number, string], { properties: string }>(
      'SELECT properties FROM groups WHERE project_id = ? AND type_index = ? AND key = ?',
    ),
    update: database.prepare<[string, number, number, string]>(
      'UPDATE groups SET properties = ? WHERE project_id = ? AND type_index = ? AND key = ?',
    ),
  };
}
