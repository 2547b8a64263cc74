import { BoundedCache, bytesOfText } from '../../core/bounded-cache.ts';
import type { Database } from '../../database/open.ts';
import type { RequestRow } from '../rows.ts';

const maxHeads = 1000;
/** Maximum characters of headers of a stored head. */
const maxHeaders = 4096;
/** Heads that were seen once; only repeated ones are worth a row. */
const seenHeads = { entries: 1000, bytes: 2 * 1024 * 1024, bytesOf: bytesOfText };
/** Number of requests between writes of a head's row. */
const idsPerUse = 500;

/** The columns of a request that its head has, if it has one. */
type Head = Pick<
  RequestRow,
  'method' | 'path' | 'headers' | 'compression' | 'bodyEncoding' | 'keyPosition' | 'keyPrefix' | 'response'
>;
/** The columns of a request's row whose head is stored elsewhere. */
export const emptyHead = {
  method: '',
  path: '',
  headers: '',
  compression: '',
  bodyEncoding: '',
  keyPosition: null,
  keyPrefix: null,
  response: '',
};
type OwnHead = Head & { projectId: number | null };
type StoredHead = OwnHead & { id: number; usedThrough: number };

const inHead = 'method, path, headers, compression, body_encoding, key_position, key_prefix, response'.split(', ');

/** The request log as a table, with the columns of heads. */
export const loggedRequests = `(SELECT r.id, r.project_id, r.received_at, r.query, r.ip, r.body_bytes, r.decoded_bytes, r.body,
  r.body_truncated, r.status_code, r.duration_us, r.accepted, r.dropped,
  ${inHead.map((column) => `iif(r.head_id IS NULL, r.${column}, h.${column}) AS ${column}`).join(', ')}
  FROM requests r LEFT JOIN request_heads h ON h.id = r.head_id)`;

/** Stores the shared part of successful requests once, from the second time on. Runs in the writer's transaction. */
export class RequestHeads {
  readonly #sql: ReturnType<typeof statements>;
  readonly #seen = new BoundedCache<string, true>(seenHeads);
  /** Keyed by headers, which mostly differ. */
  #stored: Map<string, StoredHead[]> | undefined;
  #count = 0;

  constructor(database: Database) {
    this.#sql = statements(database);
  }

  /** Returns the id of the head of a request, null if the request keeps its own. */
  idOf(row: RequestRow): number | null {
    if (row.projectId === null || row.statusCode >= 400 || row.headers.length > maxHeaders) return null;
    const head = this.#find(row) ?? this.#add(row);
    if (head === null) return null;
    if (row.id > head.usedThrough) {
      head.usedThrough = row.id + idsPerUse;
      this.#sql.use.run(head.usedThrough, head.id);
    }
    return head.id;
  }

  /** Deletes heads without requests. */
  prune(): void {
    const oldest = this.#sql.oldestRequest.get();
    if (oldest !== undefined && this.#sql.prune.run(oldest).changes > 0) this.forget();
  }

  /** Drops the cache after a rollback. */
  forget(): void {
    this.#stored = undefined;
  }

  #load(): Map<string, StoredHead[]> {
    const heads = this.#sql.all.all();
    this.#count = heads.length;
    return Map.groupBy(heads, ({ headers }) => headers);
  }

  #find(row: RequestRow): StoredHead | undefined {
    this.#stored ??= this.#load();
    return this.#stored.get(row.headers)?.find((head) => isSame(head, row));
  }

  #add(row: RequestRow): StoredHead | null {
    const { projectId, method, path, headers, compression, bodyEncoding, keyPosition, keyPrefix, response } = row;
    const of = { projectId, method, path, headers, compression, bodyEncoding, keyPosition, keyPrefix, response };
    const text = JSON.stringify(of);
    const isNew = !this.#seen.has(text);
    if (isNew) this.#seen.set(text, true);
    if (isNew || this.#count >= maxHeads) return null;
    const head = { ...of, id: Number(this.#sql.insert.run(of).lastInsertRowid), usedThrough: 0 };
    this.#count += 1;
    const others = this.#stored?.get(headers);
    if (others === undefined) this.#stored?.set(headers, [head]);
    else others.push(head);
    return head;
  }
}

/** Compares the headers that most often differ first. */
const isSame = (one: OwnHead, other: OwnHead) =>
  one.path === other.path &&
  one.projectId === other.projectId &&
  one.keyPrefix === other.keyPrefix &&
  one.keyPosition === other.keyPosition &&
  one.compression === other.compression &&
  one.bodyEncoding === other.bodyEncoding &&
  one.method === other.method &&
  one.response === other.response;

function statements(database: Database) {
  return {
    all: database.prepare<[], StoredHead>(
      `SELECT id, used_through AS usedThrough, project_id AS projectId, method, path, headers, compression,
         body_encoding AS bodyEncoding, key_position AS keyPosition, key_prefix AS keyPrefix, response FROM request_heads`,
    ),
    insert: database.prepare<OwnHead>(
      `INSERT INTO request_heads (project_id, method, path, headers, compression, body_encoding, key_position, key_prefix,
         response, used_through)
       VALUES (:projectId, :method, :path, :headers, :compression, :bodyEncoding, :keyPosition, :keyPrefix, :response, 0)`,
    ),
    use: database.prepare<[number, number]>('UPDATE request_heads SET used_through = ? WHERE id = ?'),
    oldestRequest: database
      .prepare<[], number>('SELECT id FROM requests WHERE (status_code >= 400) = 0 ORDER BY id LIMIT 1')
      .pluck(),
    prune: database.prepare<[number]>('DELETE FROM request_heads WHERE used_through < ?'),
  };
}
