import type { Database } from '../../database/open.ts';
import type { Writer } from '../../database/writer.ts';
import { newestId } from '../list.ts';
import { blockSize } from './time-spans.ts';

/** Blocks per job: takes a few milliseconds. */
const batchSize = 8;

type Parts = { database: Database; writer: Writer; report(error: unknown): void };

/** Stores the time span of each full block of event ids, after captures. */
export class SpanWriter {
  readonly #parts: Parts;
  readonly #sql: ReturnType<typeof statements>;
  readonly #firstId: number;
  #running = Promise.resolve();
  #stored = 0;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#sql = statements(parts.database);
    this.#firstId = newestId(parts.database) + 1;
  }

  /**
   * Stores missing spans of earlier events. Ids of a deleted project may be reused, so their blocks are removed first.
   */
  start(): void {
    const { writer, report } = this.#parts;
    const next = this.#sql.next.get() ?? 0;
    if (next * blockSize > this.#firstId)
      this.#running = writer
        .run(() => this.#sql.forget.run(this.#firstId))
        .then(() => undefined)
        .catch(report);
    if (next !== Math.floor(this.#firstId / blockSize)) this.#goOn();
  }

  /** Counts stored events, and writes spans for each full block; call it after each commit. */
  stored(events: number): void {
    this.#stored += events;
    if (this.#stored < blockSize) return;
    this.#stored %= blockSize;
    this.#goOn();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  #goOn(): void {
    this.#running = this.#running.then(() => this.#storeAll()).catch(this.#parts.report);
  }

  async #storeAll(): Promise<void> {
    const { writer } = this.#parts;
    while (!this.#isClosed && (await writer.runInBackground(() => this.#storeSome()))) {}
  }

  /** Returns whether there may be more. */
  #storeSome(): boolean {
    const { next, insert } = this.#sql;
    const first = next.get() ?? 0;
    const end = Math.min(first + batchSize, Math.floor((newestId(this.#parts.database) + 1) / blockSize));
    for (let block = first; block < end; block++) {
      const [low, high] = [block * blockSize, (block + 1) * blockSize];
      insert.run(block, low, high, low, high);
    }
    return end === first + batchSize;
  }
}

function statements(database: Database) {
  const times = (table: string) => `SELECT timestamp FROM ${table} WHERE id >= ? AND id < ?`;
  return {
    forget: database.prepare<[number]>(`DELETE FROM event_spans WHERE (block + 1) * ${blockSize} > ?`),
    next: database.prepare<[], number>('SELECT ifnull(max(block), -1) + 1 FROM event_spans').pluck(),
    insert: database.prepare<number[]>(
      `INSERT INTO event_spans (block, first_at, last_at)
       SELECT ?, ifnull(min(timestamp), 0), ifnull(max(timestamp), -1) FROM (${times('events')} UNION ALL ${times('discards')})`,
    ),
  };
}
