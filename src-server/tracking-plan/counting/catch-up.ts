import { setTimeout as pause } from 'node:timers/promises';
import { startDelayMs } from '../../database/reader.ts';
import type { Writer } from '../../database/writer.ts';
import type { TrackingPlanQueries } from '../queries.ts';
import type { SettingsOf } from '../settings-store.ts';
import { NameCounts } from './name-counts.ts';
import type { KnownName, PlanCounter } from './plan-counter.ts';
import type { BehindName, EventBuild } from './read-counts.ts';

type Parts = {
  counter: PlanCounter;
  writer: Writer;
  queries: Pick<TrackingPlanQueries, 'countSlice'>;
  behind(projectId: number | null): BehindName[];
  settingsOf: SettingsOf;
  setBuild(of: EventBuild): void;
  report(error: unknown): void;
};

/** Events in a transaction: the last ones, which may have arrived while a name was counted, and those whose build changed. */
const batchSize = 200;
/** A test run is deleted in slices; its names are counted afterwards. */
const removalDelayMs = 300;
const retryDelayMs = 1000;

/** Counts stored events in the reading thread: after an upgrade, a crash, a deletion, or a change of the settings. */
export class CatchUp {
  readonly #parts: Parts;
  readonly #waiting = new Set<KnownName>();
  #current: KnownName | undefined;
  #later: NodeJS.Timeout | undefined;
  #notBefore = 0;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Adds a name. `isRemoval`: more of its events may be deleted soon. */
  add(name: KnownName, isRemoval: boolean): void {
    this.#waiting.add(name);
    if (isRemoval) this.#notBefore = performance.now() + removalDelayMs;
    if (this.#isClosed) return;
    this.#running ??= this.#run();
  }

  /** Finds names that are behind in all projects, after the start. */
  findSoon(): void {
    this.#later = setTimeout(() => {
      this.#later = undefined;
      this.find(null);
    }, startDelayMs);
  }

  find(projectId: number | null): void {
    const { behind, counter, settingsOf, report } = this.#parts;
    try {
      for (const name of behind(projectId)) {
        if (settingsOf(name.projectId).is_enabled && !this.#isClosed) counter.known(name.projectId, name.name);
      }
    } catch (error) {
      if (!this.#isClosed) report(error);
    }
  }

  /** Reports whether stored events of a name, or of any, are not counted yet. */
  isCounting(projectId: number, name?: string): boolean {
    const isIt = (known: KnownName | undefined) =>
      known?.projectId === projectId && (name === undefined || known.name === name);
    return this.#later !== undefined || isIt(this.#current) || [...this.#waiting].some(isIt);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#later);
    await this.#running;
  }

  async #run(): Promise<void> {
    // The caller that adds a name may add more.
    await Promise.resolve();
    for (const name of this.#waiting) {
      while (performance.now() < this.#notBefore && !this.#isClosed) await pause(removalDelayMs);
      if (this.#isClosed) return;
      this.#waiting.delete(name);
      this.#current = name;
      try {
        if (!(await this.#count(name))) this.#waiting.add(name);
      } catch (error) {
        if (this.#isClosed) return;
        this.#parts.report(error);
        this.#waiting.add(name);
        await pause(retryDelayMs);
      } finally {
        this.#current = undefined;
      }
    }
    // At once, or a name that is added before a promise settles would wait for ever.
    this.#running = undefined;
  }

  /** Returns false if something changed meanwhile and it must be repeated. */
  async #count(name: KnownName): Promise<boolean> {
    const { counter, queries, settingsOf, setBuild, writer } = this.#parts;
    const { projectId, nameId, changes } = name;
    // Forgotten because the settings changed: the name starts anew.
    if (counter.known(projectId, name.name) !== name) return true;
    const stored = () => counter.store.stored(projectId, name.name);
    const start = stored();
    if (start === undefined || start.isFull) return true;
    const { build_property: property } = settingsOf(projectId);
    const counts = new NameCounts();
    const slice = { last: start.countedId ?? 0, isDone: false };
    const isOutdated = () => this.#isClosed || name.changes !== changes;
    while (!slice.isDone) {
      const { builds, changed, ...position } = await queries.countSlice({ nameId, after: slice.last, property });
      for (let at = 0; at < changed.length && !isOutdated(); at += batchSize) {
        const batch = changed.slice(at, at + batchSize);
        await writer.runInBackground(() => {
          for (const each of batch) setBuild(each);
        });
      }
      if (isOutdated()) return false;
      counts.merge(builds);
      Object.assign(slice, position);
    }
    return writer.runInBackground(() => {
      if (name.changes !== changes || stored()?.countedId !== start.countedId) return false;
      const { last, isDone } = counter.store.addNext(counts, nameId, slice.last, batchSize, property);
      if (!isDone) return false;
      if (start.countedId === null) counter.store.remove(nameId);
      if (last > 0) counter.store.add(projectId, nameId, counts.builds, last);
      counter.caughtUp(name, last);
      return true;
    });
  }
}
