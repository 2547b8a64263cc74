import type { EventObserver, StoredEvent } from '../../capture/ingest.ts';
import { maxName } from '../../core/contract.ts';
import type { Listing, Page } from '../../core/page.ts';
import { isoTime } from '../../core/time.ts';
import type { Database } from '../../database/open.ts';
import type { CompiledFlags } from '../evaluation/compiled.ts';
import type { WantedFlag } from '../evaluation/evaluation-contract.ts';

type Row = { key: string; count: number; first_at: number; last_at: number };
type UnknownFlagRequest = { projectId: number; key: string; count: number; at: number };

/** Keys stored per project; the least recently requested are deleted first. */
const maxKeysPerProject = 1000;

/**
 * Flags that clients request by name, in decides and `$feature_flag_called`: keys without a flag with their counts, and of flags
 * the newest request. Runs in the writer's transactions: see EventObserver.
 */
export class WantedFlags implements EventObserver {
  readonly #sql: ReturnType<typeof statements>;
  readonly #compiled: CompiledFlags;
  readonly #requests = new Map<string, UnknownFlagRequest>();
  /** Of keys that have a flag. */
  readonly #known = new Map<string, Omit<UnknownFlagRequest, 'count'>>();

  constructor(database: Database, compiled: CompiledFlags) {
    this.#sql = statements(database);
    this.#compiled = compiled;
  }

  stored({ projectId, receivedAt, event }: StoredEvent): void {
    if (event.event === '$feature_flag_called') this.asked(projectId, event.properties.$feature_flag, receivedAt);
  }

  /** Records a request for a key. `at`: milliseconds UTC. */
  asked(projectId: number, key: unknown, at: number): void {
    if (typeof key !== 'string' || key === '' || key.length > maxName) return;
    if (this.used(projectId, key, at)) return;
    const id = `${projectId} ${key}`;
    const request = this.#requests.get(id) ?? { projectId, key: key.toWellFormed(), count: 0, at };
    request.count += 1;
    request.at = Math.max(request.at, at);
    this.#requests.set(id, request);
  }

  /** Records that code uses a flag, if there is one of that key. Returns whether there is. `at`: milliseconds UTC. */
  used(projectId: number, key: string, at: number): boolean {
    if (!this.#compiled.of(projectId).byKey.has(key)) return false;
    const id = `${projectId} ${key}`;
    this.#known.set(id, { projectId, key, at: Math.max(at, this.#known.get(id)?.at ?? 0) });
    return true;
  }

  flush(): void {
    for (const { projectId, key, at } of this.#known.values()) this.#sql.requested.run(projectId, key, at);
    this.#known.clear();
    if (this.#requests.size === 0) return;
    for (const { projectId, key, count, at } of this.#requests.values())
      this.#sql.add.run(projectId, key, count, at, at);
    for (const projectId of new Set([...this.#requests.values()].map((request) => request.projectId))) {
      this.#sql.trim.run(projectId, projectId, maxKeysPerProject);
    }
    this.#requests.clear();
  }

  forget(): void {
    this.#known.clear();
    this.#requests.clear();
  }

  /** Most recent request first; omits keys that a flag has by now. */
  list(projectId: number, { limit, offset }: Page): Listing<WantedFlag> {
    const results = this.#sql.list.all(projectId, limit, offset).map(({ key, count, first_at, last_at }) => ({
      key,
      count,
      first_asked_at: isoTime(first_at),
      last_asked_at: isoTime(last_at),
    }));
    return { total: this.#sql.count.get(projectId) ?? 0, results };
  }
}

function statements(database: Database) {
  const wanted = `FROM wanted_flags w WHERE w.project_id = ?
    AND NOT EXISTS (SELECT 1 FROM flags f WHERE f.project_id = w.project_id AND f.key = w.key AND f.deleted = 0)`;
  return {
    requested: database.prepare<[number, string, number]>(
      `INSERT INTO flag_requests (project_id, flag_key, last_at) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET last_at = max(last_at, excluded.last_at)`,
    ),
    add: database.prepare<[number, string, number, number, number]>(
      `INSERT INTO wanted_flags (project_id, key, count, first_at, last_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET count = count + excluded.count, last_at = excluded.last_at`,
    ),
    trim: database.prepare<[number, number, number]>(
      `DELETE FROM wanted_flags WHERE project_id = ? AND key IN
         (SELECT key FROM wanted_flags WHERE project_id = ? ORDER BY last_at DESC LIMIT -1 OFFSET ?)`,
    ),
    list: database.prepare<[number, number, number], Row>(
      `SELECT w.key, w.count, w.first_at, w.last_at ${wanted} ORDER BY w.last_at DESC, w.key LIMIT ? OFFSET ?`,
    ),
    count: database.prepare<[number], number>(`SELECT count(*) ${wanted}`).pluck(),
  };
}
