import { requestBytes } from '../../database/migrations/001-020/010-request-sizes.ts';
import type { Database } from '../../database/open.ts';

/** The stored texts of a request and its outcome. */
type Logged = Record<'path' | 'query' | 'headers' | 'body' | 'response', string> & { statusCode: number };
type Size = { requests: number; bytes: number };
/** Successful and rejected requests are limited separately. */
type Limits = { accepted: Size; rejected: Size };
const kinds = ['accepted', 'rejected'] as const;

/** Maximum requests that the inspector keeps, and their total bytes. */
const inspectorLimits: Limits = {
  accepted: { requests: 20_000, bytes: 192 * 1024 * 1024 },
  rejected: { requests: 5000, bytes: 64 * 1024 * 1024 },
};

/** Rows added before the limits are checked again; one check may delete more than that. */
const checkEvery: Size = { requests: 500, bytes: 4 * 1024 * 1024 };
const deleteBatchSize = 1000;
/** Checks until sizes are recounted, since rows deleted with a project go unnoticed. */
const countEvery = 20;

/** Keeps the request log within its limits: deletes the oldest, a limited number at a time, in the writer's transaction. */
export class TrimRequests {
  readonly #sql: ReturnType<typeof statements>;
  readonly #limits: Limits;
  #kept: Limits;
  #added: Size = { requests: 0, bytes: 0 };
  #checks = 0;

  constructor(database: Database, limits = inspectorLimits) {
    this.#sql = statements(database);
    this.#limits = limits;
    this.#kept = this.#count();
  }

  added({ path, query, headers, body, response, statusCode }: Logged): void {
    const bytes = [path, query, headers, body, response].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    for (const size of [this.#kept[statusCode >= 400 ? 'rejected' : 'accepted'], this.#added]) {
      size.requests += 1;
      size.bytes += bytes;
    }
  }

  get isDue(): boolean {
    return this.#added.requests >= checkEvery.requests || this.#added.bytes >= checkEvery.bytes;
  }

  trim(): void {
    this.#added = { requests: 0, bytes: 0 };
    this.#checks += 1;
    if (this.#checks % countEvery === 0) this.#kept = this.#count();
    for (const kind of kinds) this.#trimKind(kind);
  }

  #trimKind(kind: keyof Limits): void {
    const kept = this.#kept[kind];
    const limit = this.#limits[kind];
    const isOver = () => kept.requests > limit.requests || kept.bytes > limit.bytes;
    if (!isOver()) return;
    for (const { id, bytes } of this.#sql.oldest.all(kinds.indexOf(kind), deleteBatchSize)) {
      if (!isOver()) return;
      this.#sql.remove.run(id);
      kept.requests -= 1;
      kept.bytes -= bytes;
    }
  }

  #count(): Limits {
    const sizeOf = (kind: keyof Limits) => this.#sql.size.get(kinds.indexOf(kind)) ?? { requests: 0, bytes: 0 };
    return { accepted: sizeOf('accepted'), rejected: sizeOf('rejected') };
  }
}

/** Prepares the statements; `status_code >= 400` is 0 or 1, the index in `kinds`. */
function statements(database: Database) {
  return {
    size: database.prepare<[number], Size>(
      `SELECT count(*) AS requests, ifnull(sum(bytes), 0) AS bytes
       FROM (SELECT ${requestBytes} AS bytes FROM requests WHERE (status_code >= 400) = ?)`,
    ),
    oldest: database.prepare<[number, number], { id: number; bytes: number }>(
      `SELECT id, ${requestBytes} AS bytes FROM requests WHERE (status_code >= 400) = ? ORDER BY id LIMIT ?`,
    ),
    remove: database.prepare<[number]>('DELETE FROM requests WHERE id = ?'),
  };
}
