import type { Writer } from '../../database/writer.ts';
import type { StoredRow } from '../sending/read-block.ts';
import type { ArchiveStore, OldEvents } from './archive-store.ts';
import type { ClickHouseEngine } from './clickhouse/engine.ts';

type Parts = { store: ArchiveStore; writer: Writer; engine: ClickHouseEngine };

const mergeBatchSize = 5000;

/** Sends changes other than new events to an archive. */
export class ArchiveChanges {
  readonly #parts: Parts;
  readonly #removedProjects = new Set<number>();
  readonly #removedRuns = new Set<number>();
  readonly #removedOld = new Map<number, OldEvents>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Sends pending deletions and merges. Rejects as the engine does. */
  async send(): Promise<void> {
    const { store, writer, engine } = this.#parts;
    for (const deletion of store.deletions()) {
      const { id, projectId, testRunId, old } = deletion;
      if (old !== null) this.#removedOld.set(projectId, old);
      else if (testRunId === null) this.#removedProjects.add(projectId);
      else this.#removedRuns.add(testRunId);
      await engine.remove(deletion);
      await writer.runWithRetry(() => store.deletionDone(id));
    }
    // Persons merge all the time: those merged meanwhile are sent next time.
    for (;;) {
      const merges = store.merges(mergeBatchSize);
      if (merges.length === 0) return;
      await engine.sendMerges(merges);
      await writer.runWithRetry(() => store.mergesSent(merges));
      if (merges.length < mergeBatchSize) return;
    }
  }

  /** Sends merges that a server lacks, and removes merges that are newer than a restored copy. */
  async syncMerges(): Promise<void> {
    const { store, writer, engine } = this.#parts;
    if (await engine.hasMerges(store.sentMerges())) return;
    await engine.forgetMerges();
    await writer.run(() => store.resendMerges());
    await this.send();
  }

  /** Reports whether an event was deleted in this run, perhaps after it was read. */
  isRemoved(event: StoredRow): boolean {
    const { id, project_id: projectId, test_run_id: testRunId, received_at: at } = event;
    if (this.#removedProjects.has(projectId)) return true;
    if (testRunId !== null) return this.#removedRuns.has(testRunId);
    const old = this.#removedOld.get(projectId);
    return old !== undefined && id <= old.untilId && at < old.arrivedBefore;
  }
}
