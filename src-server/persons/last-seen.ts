import { isDatabaseError } from '../core/errors/database-error.ts';
import type { Database } from '../database/open.ts';
import type { Participant, Writer } from '../database/writer.ts';

/** Delay before an unread time is written, and the maximum number of pending ones. */
const writeEveryMs = 5000;
const maxPending = 20_000;
const writeBatchSize = 250;

/**
 * Writes when persons were last seen: many at a time, in the order of their rows. Written with each event, they would dirty a page
 * of `persons` and two of its index, a third of what each commit writes to disk. A start after a crash reads the
 * missing ones from the events.
 */
export class LastSeen implements Participant {
  readonly #sql: ReturnType<typeof statements>;
  readonly #writer: Writer;
  readonly #report: (error: unknown) => void;
  /** Milliseconds UTC by person: of the open transaction, committed, and being written. */
  #uncommitted = new Map<number, number>();
  #pending: Map<number, number>;
  #writing = new Map<number, number>();
  #settled: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, writer: Writer, report: (error: unknown) => void) {
    this.#sql = statements(database);
    this.#writer = writer;
    this.#report = report;
    this.#pending = this.#missing();
  }

  /** Reads the times of the last seconds; returns none if pages of events are damaged, so that the server starts. */
  #missing(): Map<number, number> {
    try {
      return new Map(this.#sql.missing.all());
    } catch (error) {
      if (isDatabaseError(error)) return new Map();
      throw error;
    }
  }

  start(): void {
    this.#timer = setInterval(() => void this.settle(), writeEveryMs).unref();
  }

  close(): Promise<void> {
    clearInterval(this.#timer);
    return this.settle();
  }

  /** Sets a later time of a person, in the writer's transaction. */
  record(personId: number, at: number): void {
    this.#uncommitted.set(personId, at);
  }

  /** Returns a time that its row may not have yet. */
  pendingOf(personId: number): number {
    const times = [this.#uncommitted, this.#pending, this.#writing].map(
      (map) => map.get(personId) ?? Number.NEGATIVE_INFINITY,
    );
    return Math.max(...times);
  }

  committed(): void {
    add(this.#uncommitted, this.#pending);
    this.#uncommitted.clear();
    if (this.#pending.size >= maxPending) void this.settle();
  }

  forget(): void {
    this.#uncommitted.clear();
  }

  /** Resolves when rows have all times set before, if the database works. */
  settle(): Promise<void> {
    this.#settled = this.#settled.then(() => this.#write());
    return this.#settled;
  }

  async #write(): Promise<void> {
    if (this.#pending.size === 0) return;
    this.#writing = this.#pending;
    this.#pending = new Map();
    try {
      const throughId = this.#sql.newestEvent.get() ?? 0;
      const rows = [...this.#writing].sort(([one], [other]) => one - other);
      for (let start = 0; start < rows.length; start += writeBatchSize) {
        const batch = rows.slice(start, start + writeBatchSize);
        await this.#writer.runInBulk(() => {
          for (const [id, at] of batch) this.#sql.touch.run(at, id);
        });
      }
      await this.#writer.runInBulk(() => this.#sql.setThrough.run(throughId));
    } catch (error) {
      add(this.#writing, this.#pending);
      if (!isDatabaseError(error)) this.#report(error);
    } finally {
      this.#writing = new Map();
    }
  }
}

/** Adds times to others; the later one of a person stays. */
function add(times: Map<number, number>, to: Map<number, number>): void {
  for (const [id, at] of times) to.set(id, Math.max(at, to.get(id) ?? at));
}

function statements(database: Database) {
  return {
    missing: database
      .prepare<[], [number, number]>(
        `SELECT d.person_id, max(e.timestamp) FROM events e JOIN distinct_ids d ON d.id = e.distinct_ref
         WHERE e.id > (SELECT through_id FROM person_activity) GROUP BY d.person_id`,
      )
      .raw(),
    newestEvent: database.prepare<[], number>('SELECT max(id) FROM events').pluck(),
    touch: database.prepare<[number, number]>('UPDATE persons SET last_seen_at = max(last_seen_at, ?) WHERE id = ?'),
    setThrough: database.prepare<[number]>('UPDATE person_activity SET through_id = ?'),
  };
}
