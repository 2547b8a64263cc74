import { BoundedCache, bytesOfText } from '../../core/bounded-cache.ts';
import { maskKey } from '../../core/key-format-contract.ts';
import type { Writer } from '../../database/writer.ts';
import type { RejectionReason } from '../../events/reason-contract.ts';
import type { PublicRequest } from './request-row.ts';

/**
 * Rows for rejections of one sender and reason: `burst`, plus one per minute. Others are counted in the newest row, so that a
 * flood fills neither the disk nor the inspector.
 */
const rowsOfKind = { burst: 20, everyMs: 60_000 };
/** Limits rows of all kinds together, since a sender may change its key or user agent with each request. */
const rowsOfAll = { burst: 500, everyMs: 1000 };
/** Kinds tracked at a time. */
const kindCacheLimits = { entries: 1000, bytes: 4 * 1024 * 1024, bytesOf: bytesOfText };
/** Delay before pending counts are written. */
const writeDelayMs = 250;

/** The identity of a sender and a reason; all clients of this machine share an address. */
export type Rejection = {
  projectId: number | null;
  reason: RejectionReason;
  path: string;
  keyPrefix: string | null;
  userAgent: string;
  testRun: string | null;
};

type TokenBucket = { rows: number; at: number };
/** The newest row of a kind, and its pending count. */
type Row = { uuid: string; projectId: number | null; receivedAt: number; uncounted: number };
type Kind = TokenBucket & { row: Row | undefined };

type Parts = {
  writer: Pick<Writer, 'run' | 'runWithRetry'>;
  /** Adds to the count of a rejected row, in the writer's transaction. */
  add(row: Row): void;
  /** Returns milliseconds of a monotonic clock. */
  now(): number;
  report(error: unknown): void;
};

/** Decides which rejections get a row, and counts the rest. */
export class Rejections {
  readonly #parts: Parts;
  readonly #kinds = new BoundedCache<string, Kind>(kindCacheLimits);
  readonly #uncounted = new Set<Row>();
  #all: TokenBucket = { rows: rowsOfAll.burst, at: 0 };
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns whether to store this rejection as the row `uuid`; otherwise counts it. */
  shouldStore(rejection: Rejection, uuid: string, receivedAt: number): boolean {
    const now = this.#parts.now();
    const own = this.#kind(keyOf(rejection), now);
    const hasRow = takeToken(own, rowsOfKind, now) && takeToken(this.#all, rowsOfAll, now);
    // Beyond the rows of all kinds, rejections are counted by reason and test run only.
    const { projectId, reason, testRun } = rejection;
    const kind = hasRow || own.row !== undefined ? own : this.#kind(`${projectId} ${reason} ${testRun}`, now);
    if (hasRow || kind.row === undefined) {
      kind.row = { uuid, projectId, receivedAt, uncounted: 0 };
      return true;
    }
    kind.row.receivedAt = receivedAt;
    kind.row.uncounted += 1;
    this.#uncounted.add(kind.row);
    this.#timer ??= setTimeout(() => void this.#write('runWithRetry'), writeDelayMs);
    return false;
  }

  /** Writes pending counts unless the database is unavailable. */
  close(): Promise<void> {
    return this.#write('run');
  }

  async #write(how: 'run' | 'runWithRetry'): Promise<void> {
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
    const kind = { rows: rowsOfKind.burst, at: now, row: undefined };
    this.#kinds.set(key, kind);
    return kind;
  }
}

function takeToken(bucket: TokenBucket, { burst, everyMs }: typeof rowsOfKind, now: number): boolean {
  const gained = Math.floor((now - bucket.at) / everyMs);
  bucket.rows = Math.min(burst, bucket.rows + gained);
  bucket.at += gained * everyMs;
  if (bucket.rows === 0) return false;
  bucket.rows -= 1;
  return true;
}

const maxPartLength = 200;

const keyOf = (rejection: Rejection) =>
  JSON.stringify(Object.values(rejection).map((part) => String(part).slice(0, maxPartLength)));

/** Describes a request that was refused with a code. */
export const rejectionOf = (
  { message, barePath, sentKey, testRun }: PublicRequest,
  projectId: number | null,
  reason: RejectionReason,
): Rejection => ({
  projectId,
  reason,
  path: barePath,
  keyPrefix: sentKey?.key === undefined ? null : maskKey(sentKey.key),
  userAgent: message.headers['user-agent'] ?? '',
  testRun: testRun?.name ?? null,
});
