import type { EventObserver, StoredEvent } from '../../../capture/ingest.ts';
import { maxName } from '../../../core/contract.ts';
import type { Database } from '../../../database/open.ts';
import type { RemovalObserver, RemovedEvent } from '../../../events/remove-run.ts';
import type { FlagRequests } from '../../../flags/usage/flag-requests.ts';
import { isSetByCode } from '../../lifecycle/flag/missing-code.ts';

type Requests = Pick<FlagRequests, 'used'>;
type Values = Map<string | boolean, number>;

const prefix = '$feature/';
const slashAt = prefix.length - 1;
const slash = prefix.charCodeAt(slashAt);
/** Values and names that are remembered at a time. */
const maxKnown = 10_000;

/**
 * Stores which people reported which value of a flag, and which flags events carried. Works inside the writer's transactions: see
 * EventObserver. Nothing waits for the commit: a value is made once, and each exposure is one narrow row.
 */
export class ExposureObserver implements EventObserver, RemovalObserver {
  readonly #sql: ReturnType<typeof statements>;
  readonly #values = new Map<number, Map<string, Values>>();
  /** Recorded property names and requested flags, by project. */
  readonly #stored = new Map<number, Set<string>>();
  #known = 0;

  readonly #requests: Requests;

  constructor(database: Database, requests: Requests) {
    this.#requests = requests;
    this.#sql = statements(database);
  }

  stored(event: StoredEvent): void {
    if (event.event.event === '$feature_flag_called') this.#called(event);
    // Runs for every property of every event. Checking one character rejects almost all names, without allocating.
    for (const name in event.event.properties) {
      if (name.charCodeAt(slashAt) === slash && name.startsWith(prefix)) this.#carried(event, name);
    }
  }

  removed({ event, projectId, timestamp, id }: RemovedEvent): void {
    if (event === '$feature_flag_called') this.#sql.removeExposure.run(projectId, timestamp, id);
  }

  /** Drops the cache, which a rollback may have made wrong. */
  forget(): void {
    this.#values.clear();
    this.#stored.clear();
    this.#known = 0;
  }

  #called({ id, projectId, distinctRef, receivedAt, event }: StoredEvent): void {
    const { $feature_flag: flag, $feature_flag_response: value } = event.properties;
    if (typeof flag !== 'string' || flag === '' || flag.length > maxName) return;
    const isValue = typeof value === 'boolean' || (typeof value === 'string' && value.length <= maxName);
    if (!isValue) this.#storeCarried(projectId, flag, flag, receivedAt);
    else this.#sql.addExposure.run(this.#valueId(projectId, flag, value), event.timestamp, id, distinctRef);
  }

  #carried({ projectId, receivedAt, event: { properties } }: StoredEvent, name: string): void {
    const flag = name.slice(prefix.length);
    if (isSetByCode(properties, properties[name])) this.#requests.used(projectId, flag, receivedAt);
    if (this.#stored.get(projectId)?.has(name)) return;
    if (flag !== '' && flag.length <= maxName) this.#storeCarried(projectId, name, flag, receivedAt);
  }

  #storeCarried(projectId: number, name: string, flag: string, at: number): void {
    if (this.#stored.get(projectId)?.has(name)) return;
    this.#sql.addCarried.run(projectId, flag, at);
    this.#makeRoom();
    const names = this.#stored.get(projectId);
    if (names === undefined) this.#stored.set(projectId, new Set([name]));
    else names.add(name);
  }

  #valueId(projectId: number, flag: string, value: string | boolean): number {
    const known = this.#values.get(projectId)?.get(flag)?.get(value);
    if (known !== undefined) return known;
    const json = JSON.stringify(value);
    this.#sql.addValue.run(projectId, flag, json);
    const id = this.#sql.valueId.get(projectId, flag, json);
    if (id === undefined) throw new Error('a value of a flag was not stored');
    this.#makeRoom();
    const flags = this.#values.get(projectId) ?? new Map<string, Values>();
    this.#values.set(projectId, flags.set(flag, (flags.get(flag) ?? new Map()).set(value, id)));
    return id;
  }

  #makeRoom(): void {
    if (this.#known >= maxKnown) this.forget();
    this.#known += 1;
  }
}

function statements(database: Database) {
  return {
    addValue: database.prepare<[number, string, string]>(
      'INSERT INTO exposure_values (project_id, flag_key, value) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    valueId: database
      .prepare<[number, string, string], number>(
        'SELECT id FROM exposure_values WHERE project_id = ? AND flag_key = ? AND value = ?',
      )
      .pluck(),
    addExposure: database.prepare<[number, number, number, number]>(
      'INSERT INTO exposures (value_id, timestamp, event_id, distinct_ref) VALUES (?, ?, ?, ?)',
    ),
    removeExposure: database.prepare<[number, number, number]>(
      `DELETE FROM exposures WHERE value_id IN (SELECT id FROM exposure_values WHERE project_id = ?)
         AND timestamp = ? AND event_id = ?`,
    ),
    addCarried: database.prepare<[number, string, number]>(
      'INSERT INTO carried_flags (project_id, flag_key, first_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
  };
}
