import { attemptDelay } from '../../core/back-off.ts';
import type { Clock } from '../../core/clock.ts';
import { countWords } from '../../core/text/numbers-contract.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import type { Writer } from '../../database/writer.ts';
import { storageUnavailable } from '../../http/error.ts';
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
import { compareCounts } from './check.ts';
import { dailyCountsSql } from './clickhouse/daily-counts.ts';
import { ClickHouseEngine } from './clickhouse/engine.ts';
import { toSendError } from './clickhouse/send-error.ts';
import type { DailyCount } from './daily-counts.ts';
import { Mover } from './moving/mover.ts';
import { makeReady } from './ready.ts';

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

/** Times in ms UTC. */
type Failure = SendError & { at: number; nextAttemptAt: number };

const sender = { name: 'archive', projectId: noProject };
const block = { maxRows: 20_000, maxText: 8 * 1024 * 1024 };
/** Ms from a commit to the search for merges and deletions, and until they are resent. */
const gatherChangesMs = 1000;
const retryChangesMs = 30_000;
/** Maximum backlog that the status counts. */
const maxCounted = 100_000;

/**
 * Copies the events of SQLite to an archive, in the order of their ids. Sends merges of persons and deletions before the next
 * block. At its start it removes events that the last run sent and did not record, and compares the counts of both; an archive
 * that differs, such as after restoring a copy, is refilled.
 */
export class Archive {
  readonly #parts: Parts;
  readonly engine: ClickHouseEngine;
  readonly #closing = new AbortController();
  #sender: Sender | undefined;
  #opening: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #changesTimer: NodeJS.Timeout | undefined;
  #failures = 0;
  /** The failure to prepare the archive, or later to send changes while no event waits. */
  #failure: Failure | null = null;
  /** Changes and blocks are sent one at a time. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #changes: ArchiveChanges;
  readonly #mover: Mover;
  /** Stored events not yet sent, without those older than the archive. */
  #waiting = 0;
  /** Arrival of the oldest unsent event while the archive is not ready, ms UTC. */
  #oldestAt: number | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.engine = new ClickHouseEngine(parts.settings);
    this.#changes = new ArchiveChanges({ ...parts, engine: this.engine });
    const sentId = () => parts.senders.progress(sender)?.sent_id ?? 0;
    this.#mover = new Mover({ ...parts, archive: this.engine, keepDays: parts.settings.keepDays, sentId });
  }

  start(): void {
    // Those of the spool are stored by now, and counted with the others.
    this.#waiting = 0;
    this.#readWaiting().catch((error) => void (this.#closing.signal.aborted || this.#parts.report(error)));
    this.#open();
  }

  /** Counts waiting events and wakes the sender; call it after each commit with new events. */
  stored(count: number): void {
    this.#waiting += count;
    this.#oldestAt ??= this.#parts.clock.now();
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
    } else if (this.#timer !== undefined) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#open();
    }
  }

  /** Returns, for people, why events are refused now; null if they are not. */
  refusal(): string | null {
    const { settings, store } = this.#parts;
    if (this.#waiting < settings.maxWaiting) return null;
    if (this.#sender !== undefined && this.#sender.after >= store.newestEvent()) {
      // Nothing waits: the remaining events were deleted before they were sent.
      this.#waiting = 0;
      return null;
    }
    return `${countWords(settings.maxWaiting, 'event waits', 'events wait')} for the archive in ClickHouse, which is the limit. Send the request again later.`;
  }

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
    const backlog = await this.#backlog(maxCounted);
    return {
      ...senderStatusOf({ progress: this.#progress(), stored, backlog, now: clock.now() }),
      max_waiting: settings.maxWaiting,
      is_full: this.refusal() !== null,
      keep_days: settings.keepDays,
      moved_until: movedUntil === null ? null : isoTime(movedUntil),
      lost: store.moving().lost,
      moving_error: this.#mover.error,
    };
  }

  /** Throws 503 while the archive does not answer. */
  async check(projectId: number): Promise<ArchiveCheck> {
    const { queries, senders } = this.#parts;
    try {
      return await this.#inTurn(async () => {
        await this.#changes.send();
        const args = { projectId, upTo: senders.progress(sender)?.sent_id ?? 0 };
        const stored = await queries.dailyCounts(args);
        const { engine } = this;
        const sqlOf = (month: number) => dailyCountsSql(engine.tables, args, month);
        return compareCounts(stored, await engine.queryMonths<DailyCount>(sqlOf));
      });
    } catch (error) {
      throw storageUnavailable(`The archive in ClickHouse does not answer: ${toSendError(error).detail}`);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#changesTimer);
    // Aborts running queries, so that nothing below waits for a server.
    await this.engine.close();
    await this.#sender?.close();
    await this.#mover.close();
    await this.#opening;
    await this.#turn.catch(() => undefined);
  }

  #progress(): Sender['progress'] {
    const progress = this.#sender?.progress ?? { ...beforeFirst, oldestAt: this.#oldestAt };
    if (progress.error !== null || this.#failure === null) return progress;
    const state = isRefused(this.#failure) ? 'refused' : 'waiting';
    return { ...progress, state, error: this.#failure, nextAttemptAt: this.#failure.nextAttemptAt };
  }

  #backlog(enough: number): ReturnType<Parts['queries']['backlog']> {
    const { senders, queries } = this.#parts;
    return queries.backlog({ only: null, after: senders.progress(sender)?.sent_id ?? 0, enough });
  }

  /** Counts the events that earlier runs left waiting, and finds the oldest. */
  async #readWaiting(): Promise<void> {
    const { store, senders, queries, newestId } = this.#parts;
    const state = store.state();
    if (state !== undefined) {
      const after = Math.max(senders.progress(sender)?.sent_id ?? 0, state.caughtUpId);
      this.#waiting += await queries.countBetween({ after, upTo: newestId() });
    }
    this.#oldestAt = (await this.#backlog(1)).oldestAt ?? this.#oldestAt;
  }

  #ready(): Promise<void> {
    const begun = () => {
      this.#waiting = 0;
    };
    return makeReady({ ...this.#parts, sender, engine: this.engine, changes: this.#changes, begun });
  }

  /** Makes the archive ready and begins to send; tries again later when that fails. */
  #open(): void {
    this.#opening = this.#ready().then(
      () => {
        this.#failure = null;
        if (!this.#closing.signal.aborted) this.#send();
      },
      (error) => this.#openLater(error),
    );
  }

  #openLater(error: unknown): void {
    if (this.#closing.signal.aborted) return;
    this.#failures += 1;
    const failed = toSendError(error);
    const delayMs = attemptDelay({ isRefused: isRefused(failed), failures: this.#failures }, Math.random());
    this.#failed(failed, delayMs);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#open();
    }, delayMs).unref();
  }

  #failed(error: SendError, delayMs: number): void {
    const at = this.#parts.clock.now();
    this.#failure = { ...error, at, nextAttemptAt: at + Math.round(delayMs) };
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
    this.#sender.wake();
    this.#mover.start();
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.catch(() => undefined).then(work);
    this.#turn = done;
    return done;
  }

  async #sendBlock(events: readonly StoredRow[], closing: AbortSignal): Promise<SendError | null> {
    try {
      await this.#changes.send();
    } catch (error) {
      closing.throwIfAborted();
      return toSendError(error);
    }
    const kept = events.filter((event) => !this.#changes.isRemoved(event));
    const error = kept.length === 0 ? null : await this.engine.send(kept, closing);
    const caughtUpId = this.#parts.store.state()?.caughtUpId ?? 0;
    if (error === null) {
      this.#waiting -= events.filter(({ id }) => id > caughtUpId).length;
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
        if (this.#closing.signal.aborted) return;
        this.#failed(toSendError(error), retryChangesMs);
        if (this.#changesTimer === undefined) this.#sendChangesAfter(retryChangesMs);
      }
    };
    clearTimeout(this.#changesTimer);
    this.#changesTimer = setTimeout(send, delayMs).unref();
  }
}

const beforeFirst: Sender['progress'] = { state: 'sending', error: null, nextAttemptAt: null, oldestAt: null };
