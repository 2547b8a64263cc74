import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/open.ts';
import type { Writer } from '../database/writer.ts';
import { eventFilter } from '../events/filters/filter-contract.ts';
import { newestId } from '../events/list.ts';
import type { EventQueries } from '../events/queries.ts';
import type { Selection } from '../events/sending/read-block.ts';
import { Sender } from '../events/sending/sender.ts';
import { lagOf } from '../events/sending/sender-status.ts';
import type { SenderStore } from '../events/sending/sender-store.ts';
import type { SendingStatus } from '../events/sending/sending-contract.ts';
import { noTestRun } from '../test-runs/contract.ts';
import type { RelayFilter, RelayMode, RelayStart } from './contract.ts';
import type { RelayStore } from './relay-store.ts';
import type { BatchSender } from './send-batch.ts';

const name = 'relay';

type Parts = {
  database: Database;
  writer: Writer;
  clock: Clock;
  senders: SenderStore;
  store: RelayStore;
  batches: BatchSender;
  queries: Pick<EventQueries, 'block'>;
  report(error: unknown): void;
  /** Reports whether a project exists: false once it is deleted, even before its rows are removed. */
  hasProject(projectId: number): boolean;
};

/** Senders of projects whose relay is on or paused. */
export class Relays {
  readonly #parts: Parts;
  readonly #running = new Map<number, Sender>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    const { senders, hasProject } = this.#parts;
    for (const projectId of senders.projectsOf(name)) if (hasProject(projectId)) this.#run(projectId);
  }

  /** Wakes every sender; call it after each commit with new events. */
  wake(): void {
    for (const sender of this.#running.values()) sender.wake();
  }

  /** Returns the sender of a project; undefined if its relay is off. */
  of(projectId: number): Sender | undefined {
    return this.#running.get(projectId);
  }

  /** Returns the status of each relay from memory only: probes ask for it. */
  sending(): SendingStatus[] {
    const { store, clock } = this.#parts;
    return [...this.#running].map(([projectId, { progress }]) => ({
      name,
      project_id: projectId,
      host: URL.parse(store.settings(projectId).address ?? '')?.host ?? '',
      state: progress.state,
      lag_ms: lagOf(progress.oldestAt, clock.now()),
    }));
  }

  modeOf(projectId: number): RelayMode {
    const progress = this.progress(projectId);
    if (progress === undefined) return 'off';
    return progress.is_paused === 1 ? 'paused' : 'on';
  }

  progress(projectId: number) {
    return this.#parts.senders.progress({ name, projectId });
  }

  /** Returns the last event that is sent or skipped; null if the relay is off. */
  passedId(projectId: number): number | null {
    return this.of(projectId)?.after ?? this.progress(projectId)?.sent_id ?? null;
  }

  setAside(projectId: number, limit: number) {
    return this.#parts.senders.setAside({ name, projectId }, limit);
  }

  /** Switches a relay; `start` is for one that was off. One that stays on makes its next attempt at once. */
  switch(projectId: number, mode: RelayMode, start: RelayStart): void {
    const { senders, database } = this.#parts;
    const before = this.modeOf(projectId);
    const sender = this.of(projectId);
    if (mode === 'off') this.#end(projectId);
    else if (before === 'off') {
      senders.begin({ name, projectId }, start === 'all' ? 0 : newestId(database));
      if (mode === 'paused') senders.setPaused({ name, projectId }, true);
      this.#run(projectId);
    } else if (mode === 'paused') sender?.pause();
    else if (before === 'paused') sender?.resume();
    else sender?.retryNow();
  }

  endDeleted(): void {
    for (const projectId of this.#running.keys()) if (!this.#parts.hasProject(projectId)) this.#end(projectId);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.values()].map((sender) => sender.close()));
  }

  #run(projectId: number): void {
    const { senders, store, writer, clock, report, queries, batches } = this.#parts;
    const sender: Sender = new Sender({
      id: { name, projectId },
      store: senders,
      writer,
      clock,
      random: Math.random,
      report,
      read: (args) => queries.block({ ...args, only: selectionOf(projectId, store.settings(projectId).filter) }),
      send: (events, closing) => batches.send(projectId, store.settings(projectId), events, closing),
    });
    this.#running.set(projectId, sender);
    sender.wake();
  }

  #end(projectId: number): void {
    const { senders, report } = this.#parts;
    this.of(projectId)?.close().catch(report);
    this.#running.delete(projectId);
    senders.end({ name, projectId });
  }
}

/** Returns the events of a project that a filter lets through. */
export function selectionOf(
  projectId: number,
  { includes_test_runs: includesTestRuns, ...filter }: RelayFilter,
): NonNullable<Selection> {
  const testRun = includesTestRuns ? undefined : noTestRun;
  return { projectId, filter: eventFilter.parse({ ...filter, test_run: testRun }) };
}
