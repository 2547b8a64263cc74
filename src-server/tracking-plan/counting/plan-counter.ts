import type { EventObserver, StoredEvent } from '../../capture/ingest.ts';
import { isDatabaseError } from '../../core/errors/database-error.ts';
import type { Database } from '../../database/open.ts';
import type { Writer } from '../../database/writer.ts';
import type { RemovalObserver, RemovedEvent } from '../../events/remove-run.ts';
import type { SettingsOf } from '../settings-store.ts';
import { buildOf } from './build.ts';
import { type CountsStore, createCountsStore } from './counts-store.ts';
import type { NameCounts } from './name-counts.ts';

/**
 * An event name in memory. `counts`: of events since the last write. `isBehind`: stored events must be counted first, and
 * arriving ones with them. `changes`: how often its events were deleted, or its settings changed.
 */
export type KnownName = {
  projectId: number;
  name: string;
  nameId: number;
  counts: NameCounts;
  lastId: number;
  isBehind: boolean;
  changes: number;
};

type Parts = {
  database: Database;
  writer: Writer;
  settingsOf: SettingsOf;
  /** Called when a name is behind. `isRemoval`: more of its events may be deleted soon. */
  behind(name: KnownName, isRemoval: boolean): void;
  report(error: unknown): void;
};

/** Milliseconds from the first event counted in memory to the write. */
const writeDelayMs = 1000;
const writeBudgetMs = 4;
/** Max builds and properties in memory, of all projects; about 200 bytes each. */
const maxKnown = 200_000;

/**
 * Counts events in memory as they are stored, and writes the counts soon after: per name with the id of the last counted event,
 * from which a restart continues.
 */
export class PlanCounter implements EventObserver, RemovalObserver {
  readonly store: CountsStore;
  readonly #parts: Parts;
  readonly #names = new Map<number, Map<string, KnownName>>();
  /** Stored by this transaction. */
  #pending: { name: KnownName; event: StoredEvent }[] = [];
  readonly #written = new Set<KnownName>();
  #caughtUp: KnownName[] = [];
  readonly #unwritten = new Set<KnownName>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.store = createCountsStore(parts.database);
  }

  stored(event: StoredEvent): void {
    const { projectId } = event;
    if (!this.#parts.settingsOf(projectId).is_enabled) return;
    const name =
      this.#names.get(projectId)?.get(event.event.event) ?? this.load(projectId, event.event.event, event.id);
    if (name !== undefined) this.#pending.push({ name, event });
  }

  removed({ projectId, event }: RemovedEvent): void {
    const name = this.known(projectId, event);
    if (name === undefined) return;
    this.store.outdate(name.nameId);
    name.isBehind = true;
    name.changes += 1;
    name.counts.clear();
    this.#unwritten.delete(name);
    this.#parts.behind(name, true);
  }

  committed(): void {
    const hasWritten = this.#written.size > 0;
    for (const name of this.#written) {
      name.counts.clear();
      this.#unwritten.delete(name);
    }
    this.#written.clear();
    for (const name of this.#caughtUp.splice(0)) name.isBehind = false;
    for (const { name, event } of this.#pending.splice(0)) this.#count(name, event);
    if (this.#unwritten.size > 0) this.#timer ??= this.#writeLater();
    else if (hasWritten) this.#makeRoom();
  }

  /** Discards what a rollback may have undone; the counts stay in memory, since the write is repeated. */
  forget(): void {
    for (const { name } of this.#pending.splice(0)) {
      if (name.lastId === 0) this.#names.get(name.projectId)?.delete(name.name);
    }
    this.#written.clear();
    this.#caughtUp = [];
  }

  known(projectId: number, name: string): KnownName | undefined {
    return this.#names.get(projectId)?.get(name) ?? this.load(projectId, name, null);
  }

  /** Reads the counts of a name. `before`: the event that is just stored, the first in memory. */
  load(projectId: number, name: string, before: number | null): KnownName | undefined {
    const stored = this.store.stored(projectId, name);
    if (stored === undefined) return undefined;
    const { nameId, countedId, isKnown, isFull } = stored;
    const isOutdated = isKnown && countedId === null;
    const isBehind = isOutdated || isFull || this.store.isBehind(nameId, countedId ?? 0, before);
    const counts = this.store.known(nameId);
    const known = { projectId, name, nameId, counts, lastId: countedId ?? 0, isBehind, changes: 0 };
    const names = this.#names.get(projectId) ?? new Map<string, KnownName>();
    this.#names.set(projectId, names.set(name, known));
    if (isBehind && !isFull) this.#parts.behind(known, false);
    return known;
  }

  /** Updates a name that was behind; call it in the transaction that stores how far it is counted. */
  caughtUp(name: KnownName, countedId: number): void {
    name.lastId = countedId;
    name.counts = this.store.known(name.nameId);
    this.#caughtUp.push(name);
  }

  /** Drops the names of a project, whose settings changed. Their events in memory are behind then. */
  reload(projectId: number): void {
    for (const name of this.#names.get(projectId)?.values() ?? []) {
      name.isBehind = true;
      name.changes += 1;
      this.#unwritten.delete(name);
    }
    this.#names.delete(projectId);
  }

  /**
   * Writes the counts in memory now; they stay there while the database cannot be written. (Participants are flushed in each
   * transaction; this is not.)
   */
  async writeNow(): Promise<void> {
    const { writer } = this.#parts;
    const write = () => {
      for (const name of this.#unwritten) this.#write(name);
    };
    await writer.run(write).catch((error) => {
      if (!isDatabaseError(error)) throw error;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.writeNow().catch(() => undefined);
  }

  #count(name: KnownName, { id, receivedAt: at, event: { properties } }: StoredEvent): void {
    // Those counted with earlier events are not counted again.
    if (name.isBehind || id <= name.lastId) return;
    name.counts.add({ id, at, properties }, buildOf(properties, this.#parts.settingsOf(name.projectId).build_property));
    name.lastId = id;
    this.#unwritten.add(name);
  }

  #write(name: KnownName): void {
    if (this.#written.has(name)) return;
    this.store.add(name.projectId, name.nameId, name.counts.builds, name.lastId);
    this.#written.add(name);
  }

  #writeLater(): NodeJS.Timeout {
    return setTimeout(() => {
      const { writer, report } = this.#parts;
      const write = () => {
        const end = performance.now() + writeBudgetMs;
        for (const name of this.#unwritten) {
          this.#write(name);
          if (performance.now() > end) return;
        }
      };
      writer
        .runInBackground(write)
        // Unwritten counts are counted again after the next start.
        .catch((error) => this.#isClosed || report(error))
        .finally(() => {
          this.#timer = this.#unwritten.size > 0 && !this.#isClosed ? this.#writeLater() : undefined;
        });
    }, writeDelayMs).unref();
  }

  #makeRoom(): void {
    let size = 0;
    for (const names of this.#names.values()) for (const { counts } of names.values()) size += counts.size;
    if (size > maxKnown) this.#names.clear();
  }
}
