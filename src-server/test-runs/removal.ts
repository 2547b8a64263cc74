import type { Writer } from '../database/writer.ts';
import type { TestRunStore } from './store.ts';

/** Deletes some of the rows of a test run, in the writer's transaction; returns how many. */
export type RemoveSome = (testRunId: number) => number;

/** The data of test runs in a feature. `settle` writes answers that are not stored yet. */
export type Remover = { settle?(): Promise<void>; removeSome: RemoveSome };

type Parts = { store: TestRunStore; writer: Writer; report(error: unknown): void };

/** Deletes the rows of deleted test runs, in slices between other writes; goes on after a restart. */
export class Removal {
  readonly #parts: Parts;
  readonly #removers: Remover[] = [];
  #running = Promise.resolve();
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Adds a remover; removers are called in the order of their addition. */
  add(remover: Remover): void {
    this.#removers.push(remover);
  }

  /** Waits for pending writes; call it before a test run is deleted, since a later write would create it again. */
  async settle(): Promise<void> {
    for (const remover of this.#removers) await remover.settle?.();
  }

  /** Settles when everything deleted is gone. */
  run(): Promise<void> {
    this.#running = this.#running.then(() => this.#removeAll()).catch(this.#parts.report);
    return this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  async #removeAll(): Promise<void> {
    const { store, writer } = this.#parts;
    for (const id of store.deleted()) {
      for (const { removeSome } of this.#removers) {
        while ((await writer.runInBackground(() => removeSome(id))) > 0) if (this.#isClosed) return;
      }
      if (this.#isClosed) return;
      await writer.runInBackground(() => store.remove(id));
    }
  }
}
