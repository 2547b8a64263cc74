import type { Clock } from '../../core/clock.ts';
import { countWords } from '../../core/text/numbers-contract.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import type { Writer } from '../../database/writer.ts';
import { ApiError, storageUnavailable } from '../../http/error.ts';
import { noProject } from '../../projects/no-project.ts';
import type { EventQueries } from '../queries.ts';
import type { StoredRow } from '../sending/read-block.ts';
import { isRefused, type SendError } from '../sending/send-error.ts';
import { Sender } from '../sending/sender.ts';
import { lagOf, senderStatusOf } from '../sending/sender-status.ts';
import type { SenderStore } from '../sending/sender-store.ts';
import type { SendingStatus } from '../sending/sending-contract.ts';
import type { ArchiveCheck, ArchiveStatus } from './archive-contract.ts';
import type { ArchiveSettings } from './archive-settings.ts';
import type { ArchiveStore } from './archive-store.ts';
import { ArchiveChanges } from './changes.ts';
import { compareCounts, notCompared } from './check.ts';
import { dailyCountsSql } from './clickhouse/daily-counts.ts';
import { ClickHouseEngine } from './clickhouse/engine.ts';
import { toSendError } from './clickhouse/send-error.ts';
import type { DailyCount } from './daily-counts.ts';
import { Mover } from './moving/mover.ts';
import { type Failure, failureOf, Opening } from './opening.ts';
import { Outbox } from './outbox.ts';
import { reconcileArchive } from './reconcile.ts';

type Parts = {
  settings: ArchiveSettings;
  /** Identifies the data folder. */
  owner: string;
  database: Database;
  store: ArchiveStore;
  senders: SenderStore;
  queries: Pick<
    EventQueries,
    'block' | 'backlog' | 'archivedCounts' | 'countBetween' | 'dailyCounts' | 'movable' | 'moved'
  >;
  writer: Writer;
  clock: Clock;
  newestId(): number;
  report(error: unknown): void;
};

const sender = { name: 'archive', projectId: noProject };
const block = { maxRows: 20_000, maxText: 8 * 1024 * 1024 };
/** Ms from a commit to the search for merges and deletions, and until they are resent. */
const gatherChangesMs = 1000;
const retryChangesMs = 30_000;
/** Ms between searches for servers that were restarted while nothing is sent or moved. */
const watchMs = 60_000;
/** Maximum backlog that the status counts. */
const maxCounted = 100_000;

/**
 * Copies the events of SQLite to an archive, in the order of their ids. Sends merges of persons and deletions before the next
 * block. At its start, and when a server was restarted, it removes events that were sent and not recorded, and compares the counts
 * of both; an archive that differs, such as after restoring a copy, is refilled.
 */
export class Archive {
  readonly #parts: Parts;
  readonly engine: ClickHouseEngine;
  readonly #closing = new AbortController();
  #sender: Sender | undefined;
  readonly #opening: Opening;
  #watch: NodeJS.Timeout | undefined;
  #changesTimer: NodeJS.Timeout | undefined;
  /** The failure to send changes while no event waits. */
  #failure: Failure | null = null;
  /** Changes and blocks are sent one at a time. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #changes: ArchiveChanges;
  #mover: Mover;
  readonly #outbox: Outbox;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.engine = new ClickHouseEngine(parts.settings);
    this.#changes = new ArchiveChanges({ ...parts, engine: this.engine });
    this.#outbox = new Outbox(parts, sender);
    this.#mover = this.#createMover();
    this.#opening = new Opening({
      clock: parts.clock,
      ready: (filling) => this.#ready(filling),
      opened: () => this.#send(),
    });
  }

  start(): void {
    // Those of the spool are stored by now, and counted with the others.
    this.#outbox.count = 0;
    this.#outbox.countUnsent().catch((error) => void (this.#closing.signal.aborted || this.#parts.report(error)));
    this.#opening.start();
  }

  /** Counts waiting events and wakes the sender; call it after each commit with new events. */
  stored(count: number): void {
    this.#outbox.stored(count);
    this.#sender?.wake();
  }

  /** Schedules sending other changes; call it after each commit. */
  committed(): void {
    if (this.#sender !== undefined && this.#changesTimer === undefined) this.#sendChangesAfter(gatherChangesMs);
  }

  /** Makes the next attempt at once. */
  retryNow(): void {
    if (this.#sender !== undefined) {
      this.#sender.retryNow();
      this.#sendChangesAfter(0);
    } else this.#opening.retryNow();
  }

  /** Returns, for people, why events are refused now; null if they are not. */
  refusal(): string | null {
    const { settings, store } = this.#parts;
    if (this.#outbox.count < settings.maxWaiting) return null;
    if (this.#sender !== undefined && this.#sender.after >= store.newestEvent()) {
      // Nothing waits: the remaining events were deleted before they were sent.
      this.#outbox.count = 0;
      return null;
    }
    return `${countWords(settings.maxWaiting, 'event waits', 'events wait')} for the archive in ClickHouse, which is the limit. Send the request again later.`;
  }

  /** Returns the id up to which the archive has the events. */
  storedId = (): number => this.#outbox.sentId;

  /** Returns the status from memory only. */
  glance(): SendingStatus {
    const { state, oldestAt } = this.#progress();
    const [host = ''] = this.#parts.settings.addresses;
    const lag_ms = lagOf(oldestAt, this.#parts.clock.now());
    return { name: 'archive', project_id: null, host, state, lag_ms };
  }

  async status(): Promise<ArchiveStatus> {
    const { senders, settings, clock, store } = this.#parts;
    const movedUntil = store.movedUntil();
    const stored = senders.progress(sender);
    const backlog = await this.#outbox.backlog(maxCounted);
    return {
      ...senderStatusOf({ progress: this.#progress(), stored, backlog, now: clock.now() }),
      max_waiting: settings.maxWaiting,
      is_full: this.refusal() !== null,
      keep_days: settings.keepDays,
      moved_until: movedUntil === null ? null : isoTime(movedUntil),
      lost: store.moving().lost,
      moving_error: this.#mover.error,
      filling: this.#opening.filling,
    };
  }

  /** Throws 503 while the archive is not ready or does not answer, and while deletions begin faster than SQLite counts. */
  async check(projectId: number): Promise<ArchiveCheck> {
    if (this.#sender === undefined) {
      const reason = this.#opening.failure?.detail ?? 'It is being compared with the events here.';
      throw storageUnavailable(`The archive in ClickHouse is not ready: ${reason}`);
    }
    try {
      return await this.#inTurn(async () => {
        await this.#changes.send();
        const upTo = this.#outbox.sentId;
        const counted = await this.#parts.queries.dailyCounts({ projectId, upTo });
        if (counted === null) throw notCompared();
        const { deleting, ...stored } = counted;
        const { engine } = this;
        const sqlOf = (month: number) => dailyCountsSql(engine.tables, { projectId, upTo, deleting }, month);
        const archived = await engine.queryMonths<DailyCount>(sqlOf);
        return compareCounts(stored, archived, await engine.unequalReplicas(projectId));
      });
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw storageUnavailable(`The archive in ClickHouse does not answer: ${toSendError(error).detail}`);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const opened = this.#opening.close();
    clearInterval(this.#watch);
    clearTimeout(this.#changesTimer);
    // Aborts running queries, so that nothing below waits for a server.
    await this.engine.close();
    await this.#sender?.close();
    await this.#mover.close();
    await opened;
    await this.#turn.catch(() => undefined);
  }

  #progress(): Sender['progress'] {
    const progress = this.#sender?.progress ?? { ...beforeFirst, oldestAt: this.#outbox.oldestAt };
    const failure = this.#opening.failure ?? this.#failure;
    if (progress.error !== null || failure === null) return progress;
    const state = isRefused(failure) ? 'refused' : 'waiting';
    return { ...progress, state, error: failure, nextAttemptAt: failure.nextAttemptAt };
  }

  #ready(filling: (address: string) => void): Promise<void> {
    const begun = () => {
      this.#outbox.count = 0;
    };
    return reconcileArchive({ ...this.#parts, sender, engine: this.engine, changes: this.#changes, begun, filling });
  }

  #send(): void {
    const { senders: store, queries, writer, clock, report } = this.#parts;
    this.#sender = new Sender({
      id: sender,
      store,
      writer,
      clock,
      random: Math.random,
      report,
      read: (args) => queries.block({ only: null, ...args }),
      send: (events, closing) => this.#inTurn(() => this.#sendBlock(events, closing)),
      ...block,
    });
    this.#failure = null;
    this.#sender.wake();
    this.#mover = this.#createMover();
    this.#mover.start();
    // Changes of the meantime.
    this.committed();
    this.#watch = setInterval(() => this.#requireUnchanged().catch(() => undefined), watchMs).unref();
  }

  #createMover(): Mover {
    return new Mover({
      ...this.#parts,
      archive: this.engine,
      keepDays: this.#parts.settings.keepDays,
      sentId: () => this.#outbox.sentId,
      requireUnchanged: () => this.#requireUnchanged(),
    });
  }

  /** Throws if a server is away, or was restarted: then it may have lost events, and is compared before anything is sent or moved. */
  async #requireUnchanged(): Promise<void> {
    if (!(await this.engine.hasRestarted())) return;
    this.#reopen();
    throw new Error('A server of ClickHouse was restarted, so its events are compared first.');
  }

  /** Ends sending and moving after the current block, and makes the archive ready again. */
  #reopen(): void {
    const [sender, mover] = [this.#sender, this.#mover];
    if (sender === undefined) return;
    this.#sender = undefined;
    this.#outbox.oldestAt = sender.progress.oldestAt;
    clearInterval(this.#watch);
    clearTimeout(this.#changesTimer);
    this.#changesTimer = undefined;
    this.#opening.start(this.#turn.catch(() => undefined).then(() => Promise.all([sender.close(), mover.close()])));
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.catch(() => undefined).then(work);
    this.#turn = done;
    return done;
  }

  async #sendBlock(events: readonly StoredRow[], closing: AbortSignal): Promise<SendError | null> {
    try {
      await this.#requireUnchanged();
      await this.#changes.send();
    } catch (error) {
      closing.throwIfAborted();
      return toSendError(error);
    }
    const kept = events.filter((event) => !this.#changes.isRemoved(event));
    const error = kept.length === 0 ? null : await this.engine.send(kept, closing);
    if (error === null) {
      this.#outbox.sent(events);
      this.#mover.wake();
    }
    return error;
  }

  #sendChangesAfter(delayMs: number): void {
    const send = async () => {
      this.#changesTimer = undefined;
      try {
        await this.#inTurn(() => this.#changes.send());
        this.#failure = null;
      } catch (error) {
        // Not ready any more: then all changes are sent again.
        if (this.#closing.signal.aborted || this.#sender === undefined) return;
        this.#failure = failureOf(toSendError(error), retryChangesMs, this.#parts.clock.now());
        if (this.#changesTimer === undefined) this.#sendChangesAfter(retryChangesMs);
      }
    };
    clearTimeout(this.#changesTimer);
    this.#changesTimer = setTimeout(send, delayMs).unref();
  }
}

const beforeFirst: Sender['progress'] = { state: 'preparing', error: null, nextAttemptAt: null, oldestAt: null };
