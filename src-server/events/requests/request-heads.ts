import { BoundedCache, bytesOfText } from '../../core/bounded-cache.ts';
import type { Database } from '../../database/open.ts';
import type { RequestRow } from '../rows.ts';

/** Heads that are stored at once; a longer one, in characters, stays with its requests. */
const maxHeads = 1000;
const maxCharacters = 4096;
/** Heads that were seen once: one that does not come again is not worth a row. */
const seenHeads = { entries: 1000, bytes: 2 * 1024 * 1024, bytesOf: bytesOfText };
/** Requests for which the row of a head is not written again. */
const idsPerUse = 500;

/** The columns of a request that its head has, if it has one. */
type Head = Pick<
  RequestRow,
  'method' | 'path' | 'headers' | 'compression' | 'keyPosition' | 'keyPrefix' | 'response'
> & { bodyEncoding: string };
/** What the row of a request has instead of its head. */
export const emptyHead: Head = {
  method: '',
  path: '',
  headers: '',
  compression: '',
  bodyEncoding: '',
  keyPosition: null,
  keyPrefix: null,
  response: '',
};
type StoredHead = { id: number; usedThrough: number };

const inHead = ['method', 'path', 'headers', 'compression', 'body_encoding', 'key_position', 'key_prefix', 'response'];
const inRequest = ['id', 'project_id', 'received_at', 'query', 'ip', 'body_bytes', 'decoded_bytes', 'body'].concat([
  'body_truncated',
  'status_code',
  'duration_us',
  'accepted',
  'dropped',
]);

/** The request log as a table, with the columns of heads. */
export const loggedRequests = `(SELECT ${inRequest.map((column) => `r.${column}`).join(', ')},
  ${inHead.map((column) => `iif(r.head_id IS NULL, r.${column}, h.${column}) AS ${column}`).join(', ')}
  FROM requests r LEFT JOIN request_heads h ON h.id = r.head_id)`;

/** Stores what successful requests share once, from the second time on. Runs in the writer's transaction. */
export class RequestHeads {
  readonly #sql: ReturnType<typeof statements>;
  readonly #seen = new BoundedCache<string, true>(seenHeads);
  #stored: Map<string, StoredHead> | undefined;

  constructor(database: Database) {
    this.#sql = statements(database);
  }

  /** Returns the id of the head of a request, null if the request keeps its own. */
  idOf(row: RequestRow): number | null {
    if (row.projectId === null || row.statusCode >= 400) return null;
    const key = keyOf(row.projectId, row);
    this.#stored ??= this.#load();
    const usedThrough = row.id + idsPerUse;
    const head = this.#stored.get(key);
    if (head !== undefined) {
      if (row.id > head.usedThrough) {
        this.#sql.use.run(usedThrough, head.id);
        head.usedThrough = usedThrough;
      }
      return head.id;
    }
    const isNew = !this.#seen.has(key);
    if (isNew) this.#seen.set(key, true);
    if (isNew || key.length > maxCharacters || this.#stored.size >= maxHeads) return null;
    const id = Number(this.#sql.insert.run({ ...row, usedThrough }).lastInsertRowid);
    this.#stored.set(key, { id, usedThrough });
    return id;
  }

  /** Deletes the heads that no request has any more. */
  prune(): void {
    const oldest = this.#sql.oldestRequest.get();
    if (oldest === undefined) return;
    this.#sql.prune.run(oldest);
    for (const [key, { usedThrough }] of this.#stored ?? []) if (usedThrough < oldest) this.#stored?.delete(key);
  }

  /** After a rollback. */
  forget(): void {
    this.#stored = undefined;
  }

  #load(): Map<string, StoredHead> {
    const rows = this.#sql.all.all();
    return new Map(rows.map((row) => [keyOf(row.projectId, row), { id: row.id, usedThrough: row.usedThrough }]));
  }
}

/** No part can have a line break. */
const keyOf = (projectId: number, head: Head): string =>
  `${projectId}\n${head.method}\n${head.path}\n${head.compression}\n${head.bodyEncoding}\n${head.keyPosition}\n${head.keyPrefix}\n${head.response}\n${head.headers}`;

function statements(database: Database) {
  return {
    all: database.prepare<[], Head & StoredHead & { projectId: number }>(
      `SELECT id, used_through AS usedThrough, project_id AS projectId, method, path, headers, compression,
         body_encoding AS bodyEncoding, key_position AS keyPosition, key_prefix AS keyPrefix, response FROM request_heads`,
    ),
    insert: database.prepare<RequestRow & { usedThrough: number }>(
      `INSERT INTO request_heads (project_id, method, path, headers, compression, body_encoding, key_position, key_prefix,
         response, used_through)
       VALUES (:projectId, :method, :path, :headers, :compression, :bodyEncoding, :keyPosition, :keyPrefix, :response,
         :usedThrough)`,
    ),
    use: database.prepare<[number, number]>('UPDATE request_heads SET used_through = ? WHERE id = ?'),
    oldestRequest: database
      .prepare<[], number>('SELECT id FROM requests WHERE (status_code >= 400) = 0 ORDER BY id LIMIT 1')
      .pluck(),
    prune: database.prepare<[number]>('DELETE FROM request_heads WHERE used_through < ?'),
  };
}
