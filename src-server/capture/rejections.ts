import { BoundedCache, bytesOfText } from '../core/bounded-cache.ts';
import type { Writer } from '../database/writer.ts';

/**
 * Rejections of one sender for one reason that get a row each: `atOnce`, and one more every minute. The others are counted
 * in the newest row of theirs, so that a flood fills neither the disk nor the inspector, and pushes out nobody else's.
 */
const rowsOfKind = { atOnce: 20, everyMs: 60_000 };
/** Rows of all kinds together: whoever changes key or user agent with each request is one sender. */
const rowsOfAll = { atOnce: 500, everyMs: 1000 };
/** Kinds that are told apart at a time. */
const keptKinds = { entries: 1000, bytes: 4 * 1024 * 1024, bytesOf: bytesOfText };
/** How long counts may wait to be written together. */
const writeDelayMs = 250;

/** What tells senders apart where all have the address of this machine, and what they did. */
export type Rejection = {
  projectId: number | null;
  reason: string;
  path: string;
  keyPrefix: string | null;
  userAgent: string;
};

type Allowance = { rows: number; at: number };
/** The newest row of a kind, and how many are to be added to its count. */
type Row = { uuid: string; projectId: number | null; receivedAt: number; uncounted: number };
type Kind = Allowance & { row: Row | undefined };

type Parts = {
  writer: Pick<Writer, 'run' | 'runPatiently'>;
  /** Adds to the count of a rejected row; inside the writer's transaction. */
  add(row: Row): void;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  report(error: unknown): void;
};

/** Decides which rejections get a row, and counts the others. */
export class Rejections {
  readonly #parts: Parts;
  readonly #kinds = new BoundedCache<string, Kind>(keptKinds);
  readonly #uncounted = new Set<Row>();
  #all: Allowance = { rows: rowsOfAll.atOnce, at: 0 };
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether this rejection is to have the row `uuid`; if not, it is counted. */
  takes(rejection: Rejection, uuid: string, receivedAt: number): boolean {
    const now = this.#parts.now();
    const own = this.#kind(keyOf(rejection), now);
    const hasRow = take(own, rowsOfKind, now) && take(this.#all, rowsOfAll, now);
    // Of many senders beyond the rows of all, only the reason is told.
    const kind = hasRow || own.row !== undefined ? own : this.#kind(`${rejection.projectId} ${rejection.reason}`, now);
    if (hasRow || kind.row === undefined) {
      kind.row = { uuid, projectId: rejection.projectId, receivedAt, uncounted: 0 };
      return true;
    }
    kind.row.receivedAt = receivedAt;
    kind.row.uncounted += 1;
    this.#uncounted.add(kind.row);
    this.#timer ??= setTimeout(() => void this.#write('runPatiently'), writeDelayMs);
    return false;
  }

  /** Writes the counts that wait, unless the database cannot be written now. */
  close(): Promise<void> {
    return this.#write('run');
  }

  async #write(how: 'run' | 'runPatiently'): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = [...this.#uncounted].map((row) => ({ ...row }));
    for (const row of this.#uncounted) row.uncounted = 0;
    this.#uncounted.clear();
    if (rows.length === 0) return;
    await this.#parts.writer[how](() => rows.forEach(this.#parts.add)).catch(this.#parts.report);
  }

  #kind(key: string, now: number): Kind {
    const known = this.#kinds.get(key);
    if (known !== undefined) return known;
    const kind = { rows: rowsOfKind.atOnce, at: now, row: undefined };
    this.#kinds.set(key, kind);
    return kind;
  }
}

function take(allowance: Allowance, { atOnce, everyMs }: typeof rowsOfKind, now: number): boolean {
  const gained = Math.floor((now - allowance.at) / everyMs);
  allowance.rows = Math.min(atOnce, allowance.rows + gained);
  allowance.at += gained * everyMs;
  if (allowance.rows === 0) return false;
  allowance.rows -= 1;
  return true;
}

const longestPart = 200;

const keyOf = (rejection: Rejection) =>
  JSON.stringify(Object.values(rejection).map((part) => String(part).slice(0, longestPart)));
