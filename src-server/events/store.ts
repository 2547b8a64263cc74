import { BoundedCache, bytesOfText } from '../core/bounded-cache.ts';
import type { Database } from '../database/open.ts';
import { noProject } from '../projects/no-project.ts';
import type { ArrivingRuns } from '../test-runs/arriving-runs.ts';
import type { EventStatus } from './contract.ts';
import { newestId } from './list.ts';
import { emptyHead, RequestHeads } from './requests/request-heads.ts';
import { TrimRequests } from './requests/trim-requests.ts';
import type { DiscardRow, EventRow, RequestRow } from './rows.ts';

type Totals = { projectId: number; slot: number; accepted: number; dropped: number; rejected: number };

/** Seconds per slot of the timeline, and how long slots are kept. */
export const slotSeconds = 10;
/** Returns the slot of a time, ms UTC, in seconds. */
export const slotOf = (time: number): number => Math.floor(time / 1000 / slotSeconds) * slotSeconds;
const slotRetentionSeconds = 25 * 3600;
const trimSlotsEverySeconds = 60;

/** Maximum rejections kept for the inspector; `trim-requests.ts` limits their requests. */
const maxRejections = 5_000;
const rejectionBatchSize = 1000;
const cachedNames = { entries: 20_000, bytes: 8 * 1024 * 1024, bytesOf: bytesOfText };

/** Writes arriving rows. All methods run in the writer's transaction; `flush` before the commit, `forget` after a rollback. */
export class EventStore {
  readonly #sql: ReturnType<typeof statements>;
  readonly #names = new BoundedCache<string, number>(cachedNames);
  readonly #totals = new Map<string, Totals>();
  readonly #requests: TrimRequests;
  readonly #heads: RequestHeads;
  readonly #testRuns: ArrivingRuns;
  #lastId: number;
  #lastRequestId: number;
  #currentSlot = 0;
  /** Milliseconds of the monotonic clock. */
  #slotsTrimmedAt = Number.NEGATIVE_INFINITY;

  constructor(database: Database, testRuns: ArrivingRuns) {
    this.#sql = statements(database);
    this.#testRuns = testRuns;
    this.#requests = new TrimRequests(database);
    this.#heads = new RequestHeads(database);
    this.#lastId = newestId(database);
    this.#lastRequestId = this.#sql.lastRequestId.get()?.id ?? 0;
  }

  takeRequestId(): number {
    this.#lastRequestId += 1;
    return this.#lastRequestId;
  }

  /** Gives later requests ids above `id`. */
  skipRequestIds(id: number): void {
    this.#lastRequestId = Math.max(this.#lastRequestId, id);
  }

  /** Stores an event and returns its id; undefined if the project already has that uuid. */
  insertEvent(row: EventRow): number | undefined {
    const stored = this.#sql.insertEvent.run(
      this.#lastId + 1,
      row.projectId,
      row.uuid,
      this.#nameId(row.projectId, row.event),
      row.distinctRef,
      row.timestamp,
      row.receivedAt,
      row.requestId,
      row.json,
      row.warnings.length === 0 ? null : JSON.stringify(row.warnings),
      row.personEffect,
      row.clockOffset,
      row.testRunId,
    );
    if (stored.changes === 0) return undefined;
    this.#lastId += 1;
    this.#count(row.projectId, row.receivedAt, 'accepted', 1);
    this.#testRuns.count(row.testRunId, 'accepted', 1, row.receivedAt);
    return this.#lastId;
  }

  /** Returns the request that stored the event of this uuid. */
  requestOf(projectId: number, uuid: string): number | undefined {
    return this.#sql.requestOf.get(projectId, uuid)?.request_id;
  }

  /** Returns false if the row is already stored. */
  insertDiscard(row: DiscardRow): boolean {
    const count = row.count ?? 1;
    const stored = this.#sql.insertDiscard.run(
      this.#lastId + 1,
      row.projectId,
      row.uuid,
      row.status,
      row.reason,
      row.detail,
      row.event,
      row.distinctId,
      row.timestamp,
      row.receivedAt,
      row.requestId,
      row.json,
      row.warnings.length === 0 ? null : JSON.stringify(row.warnings),
      count,
      row.testRunId,
    );
    if (stored.changes === 0) return false;
    this.#lastId += 1;
    this.#count(row.projectId ?? noProject, row.receivedAt, row.status, count);
    this.#testRuns.count(row.testRunId, row.status, count, row.receivedAt);
    return true;
  }

  /** Stores a request, unless it is stored already: committed before its line came from the spool. */
  insertRequest(row: RequestRow): void {
    const headId = this.#heads.idOf(row);
    const { method, path, headers, compression, bodyEncoding, keyPosition, keyPrefix, response } =
      headId === null ? row : emptyHead;
    this.skipRequestIds(row.id);
    this.#sql.insertRequest.run(
      row.id,
      row.projectId,
      row.receivedAt,
      method,
      path,
      row.query,
      headers,
      row.ip,
      compression,
      row.bodyBytes,
      row.decodedBytes,
      row.body,
      bodyEncoding,
      row.bodyTruncated ? 1 : 0,
      keyPosition,
      keyPrefix,
      row.statusCode,
      response,
      row.durationUs,
      row.accepted,
      row.dropped,
      headId,
    );
    this.#requests.added({ path, query: row.query, headers, body: row.body, response, statusCode: row.statusCode });
  }

  /** Sets the counts of a request to the number of its stored rows. */
  recount(requestId: number): void {
    this.#sql.recount.run(requestId);
  }

  /** Writes the totals and returns the events accepted by this transaction. */
  flush(): number {
    let stored = 0;
    for (const { projectId, slot, accepted, dropped, rejected } of this.#totals.values()) {
      this.#sql.addTotals.run(projectId, accepted, dropped, rejected);
      this.#sql.addArrivals.run(projectId, slot, accepted, dropped, rejected);
      stored += accepted;
    }
    if (this.#totals.size > 0) this.#trimSlots();
    this.#totals.clear();
    if (this.#requests.isDue) this.#trim();
    return stored;
  }

  forget(): void {
    this.#names.clear();
    this.#totals.clear();
    this.#heads.forget();
  }

  /** Adds to the count of a rejected request's row. */
  addRejections(row: { uuid: string; projectId: number | null; receivedAt: number; uncounted: number }): void {
    const run = this.#sql.addToCount.get(row.uncounted, row.uuid) ?? null;
    this.#testRuns.count(run, 'rejected', row.uncounted, row.receivedAt);
    this.#count(row.projectId ?? noProject, row.receivedAt, 'rejected', row.uncounted);
  }

  /** Deletes the oldest requests and rejections, a limited number at a time. */
  #trim(): void {
    this.#requests.trim();
    this.#heads.prune();
    const oldest = this.#sql.oldestRejection.get(maxRejections);
    if (oldest === undefined) return;
    for (const { test_run_id, count } of this.#sql.trimRejections.all(oldest.id, rejectionBatchSize)) {
      if (test_run_id !== null) this.#testRuns.uncountRejected(test_run_id, count);
    }
  }

  /** Deletes old slots, few at a time but more than are added: after a clock jump all look old. */
  #trimSlots(): void {
    const time = performance.now();
    if (time - this.#slotsTrimmedAt < trimSlotsEverySeconds * 1000) return;
    this.#slotsTrimmedAt = time;
    this.#sql.trimArrivals.run(this.#currentSlot - slotRetentionSeconds, 2 * trimSlotsEverySeconds);
  }

  #count(projectId: number, receivedAt: number, status: EventStatus, by: number): void {
    const slot = slotOf(receivedAt);
    const key = `${projectId} ${slot}`;
    let totals = this.#totals.get(key);
    this.#currentSlot = slot;
    if (totals === undefined) {
      totals = { projectId, slot, accepted: 0, dropped: 0, rejected: 0 };
      this.#totals.set(key, totals);
    }
    totals[status] += by;
  }

  #nameId(projectId: number, name: string): number {
    const key = `${projectId} ${name}`;
    const cached = this.#names.get(key);
    if (cached !== undefined) return cached;
    this.#sql.insertName.run(projectId, name);
    const id = this.#sql.nameId.get(projectId, name)?.id;
    if (id === undefined) throw new Error('an event name was not stored');
    this.#names.set(key, id);
    return id;
  }
}

function statements(database: Database) {
  type Id = { id: number };
  return {
    // A request that a crash cut off has events, but no row.
    lastRequestId: database.prepare<[], Id>(
      `SELECT max((SELECT ifnull(max(id), 0) FROM requests), (SELECT ifnull(max(request_id), 0) FROM events)) AS id`,
    ),
    insertEvent: database.prepare(
      `INSERT INTO events (id, project_id, uuid, name_id, distinct_ref, timestamp, received_at, request_id,
         properties, warnings, person_effect, clock_offset, test_run_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (project_id, uuid) DO NOTHING`,
    ),
    requestOf: database.prepare<[number, string], { request_id: number }>(
      'SELECT request_id FROM events WHERE project_id = ? AND uuid = ?',
    ),
    insertDiscard: database.prepare(
      `INSERT INTO discards (id, project_id, uuid, status, reason, detail, event, distinct_id, timestamp, received_at,
         request_id, properties, warnings, count, test_run_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (uuid) DO NOTHING`,
    ),
    insertRequest: database.prepare(
      `INSERT INTO requests (id, project_id, received_at, method, path, query, headers, ip, compression, body_bytes,
         decoded_bytes, body, body_encoding, body_truncated, key_position, key_prefix, status_code, response, duration_us,
         accepted, dropped, head_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    ),
    recount: database.prepare(
      `UPDATE requests SET
         accepted = (SELECT count(*) FROM events WHERE request_id = requests.id),
         dropped = (SELECT ifnull(sum(count), 0) FROM discards
           WHERE received_at = requests.received_at AND request_id = requests.id)
       WHERE id = ?`,
    ),
    addTotals: database.prepare<[number, number, number, number]>(
      `INSERT INTO totals (project_id, accepted, dropped, rejected) VALUES (?, ?, ?, ?)
       ON CONFLICT (project_id) DO UPDATE SET accepted = accepted + excluded.accepted,
         dropped = dropped + excluded.dropped, rejected = rejected + excluded.rejected`,
    ),
    addArrivals: database.prepare<[number, number, number, number, number]>(
      `INSERT INTO arrivals (project_id, slot, accepted, dropped, rejected) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (project_id, slot) DO UPDATE SET accepted = accepted + excluded.accepted,
         dropped = dropped + excluded.dropped, rejected = rejected + excluded.rejected`,
    ),
    trimArrivals: database.prepare<[number, number]>(
      'DELETE FROM arrivals WHERE slot < min(?, (SELECT min(slot) FROM arrivals) + ?)',
    ),
    insertName: database.prepare<[number, string]>(
      'INSERT INTO event_names (project_id, name) VALUES (?, ?) ON CONFLICT DO NOTHING',
    ),
    nameId: database.prepare<[number, string], Id>('SELECT id FROM event_names WHERE project_id = ? AND name = ?'),
    oldestRejection: database.prepare<[number], Id>(
      `SELECT id FROM discards WHERE status = 'rejected' ORDER BY id DESC LIMIT 1 OFFSET ?`,
    ),
    trimRejections: database.prepare<[number, number], { test_run_id: number | null; count: number }>(
      `DELETE FROM discards WHERE id IN
         (SELECT id FROM discards WHERE status = 'rejected' AND id <= ? ORDER BY id LIMIT ?)
       RETURNING test_run_id, count`,
    ),
    addToCount: database
      .prepare<[number, string], number | null>(
        'UPDATE discards SET count = count + ? WHERE uuid = ? RETURNING test_run_id',
      )
      .pluck(),
  };
}
