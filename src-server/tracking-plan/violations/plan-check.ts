import type { EventObserver, StoredEvent } from '../../capture/ingest.ts';
import type { NormalEvent } from '../../capture/normalize.ts';
import { BoundedCache, bytesOfText } from '../../core/bounded-cache.ts';
import { nearestName } from '../../core/nearest-contract.ts';
import type { Database } from '../../database/open.ts';
import type { EventWarning } from '../../events/contract.ts';
import { nameIdReader } from '../../events/list.ts';
import type { RemovalObserver, RemovedEvent } from '../../events/remove-run.ts';
import type { SchemaOf, SchemaTest } from '../../properties/json-schema.ts';
import type { Violation } from '../contract.ts';
import { buildOf } from '../counting/build.ts';
import type { EventBuild } from '../counting/read-counts.ts';
import type { Lock, LockStore } from '../locking/lock-store.ts';
import type { SettingsOf } from '../settings-store.ts';
import { createViolationStore } from './violation-store.ts';
import { type Found, violationsOf } from './violations-of.ts';
import { describeViolation } from './word-violation.ts';

/** The schemas of a project. `resembled`: by name, the locked event that an unknown one resembles; null: it is known. */
type Plan = {
  locks: Map<string, Lock>;
  tests: Map<string, SchemaTest>;
  resembled: BoundedCache<string, Violation | null>;
};

type Parts = {
  database: Database;
  locks: Pick<LockStore, 'locks'>;
  settingsOf: SettingsOf;
  schemaOf: SchemaOf;
};

const cachedNames = { entries: 10_000, bytes: 2 * 1024 * 1024, bytesOf: bytesOfText };

/** Checks events by the stored schemas of the tracking plan, and stores their violations. */
export class PlanCheck implements EventObserver, RemovalObserver {
  readonly #parts: Parts;
  readonly #store: ReturnType<typeof createViolationStore>;
  readonly #nameId: (projectId: number, name: string) => number | undefined;
  readonly #plans = new Map<number, Plan>();
  /** Violations of the event that is about to be stored. */
  #found: { event: NormalEvent; found: readonly Found[] } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#store = createViolationStore(parts.database);
    this.#nameId = nameIdReader(parts.database);
  }

  readonly warningsOf = (projectId: number, event: NormalEvent): readonly EventWarning[] => {
    this.#found = undefined;
    const plan = this.#plans.get(projectId) ?? this.#read(projectId);
    if (plan.locks.size === 0 || !this.#parts.settingsOf(projectId).is_enabled) return [];
    const found = this.#check(plan, projectId, event);
    if (found.length === 0) return [];
    this.#found = { event, found };
    return found.map(({ violation, got }) => ({
      code: violation.kind,
      detail: describeViolation(violation, event.event, got),
    }));
  };

  stored({ id, projectId, event }: StoredEvent): void {
    if (this.#found?.event !== event) return;
    const build = buildOf(event.properties, this.#parts.settingsOf(projectId).build_property);
    for (const { violation } of this.#found.found)
      this.#store.add({ id, projectId, event: event.event, build }, violation);
    this.#found = undefined;
  }

  removed({ id }: RemovedEvent): void {
    this.#store.remove(id);
  }

  /** Sets the build of the violations of an event, after the build property changed. */
  setBuild(of: EventBuild): void {
    this.#store.setBuild(of);
  }

  /** Drops the cache: a rollback may have undone which names are unknown. */
  forget(): void {
    this.#found = undefined;
    this.#plans.clear();
  }

  /** Drops the cached plan of a project; call it after schemas changed. */
  changed(projectId: number): void {
    this.#plans.delete(projectId);
  }

  #check({ locks, tests, resembled }: Plan, projectId: number, { event, properties }: NormalEvent): readonly Found[] {
    const lock = locks.get(event);
    if (lock === undefined) {
      let renamed = resembled.get(event);
      if (renamed === undefined) {
        renamed = this.#renamed(projectId, event, locks);
        resembled.set(event, renamed);
      }
      return renamed === null ? [] : [{ violation: renamed, got: null }];
    }
    const test = tests.get(event) ?? this.#parts.schemaOf(lock.schema);
    tests.set(event, test);
    return test.test(properties) ? [] : violationsOf(test.problems(properties));
  }

  /** Finds the locked event that an unknown one may be renamed from; null for names of SDKs (`$…`) and those older than the schema. */
  #renamed(projectId: number, event: string, locks: Plan['locks']): Violation | null {
    if (event.startsWith('$')) return null;
    const nearest = locks.get(nearestName(event, [...locks.keys()]) ?? '');
    // A short name inside a long one, as "login" in "login failed", is another event.
    if (nearest === undefined || event.length * 2 < nearest.event.length) return null;
    const isNew = (this.#nameId(projectId, event) ?? Number.POSITIVE_INFINITY) > nearest.sinceNameId;
    return isNew ? { kind: 'renamed_event', looks_like: nearest.event } : null;
  }

  #read(projectId: number): Plan {
    const locks = new Map(this.#parts.locks.locks(projectId).map((lock) => [lock.event, lock]));
    const plan = { locks, tests: new Map(), resembled: new BoundedCache<string, Violation | null>(cachedNames) };
    this.#plans.set(projectId, plan);
    return plan;
  }
}
