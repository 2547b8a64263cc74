import type { EventObserver, StoredEvent } from '../../capture/ingest.ts';
import { maxName } from '../../core/contract.ts';
import { removeBatchSize } from '../../core/limits-contract.ts';
import type { Listing, Page } from '../../core/page.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { inTestRun, type TestRunScope } from '../../test-runs/in-test-run.ts';
import type { CompiledFlags } from '../evaluation/compiled.ts';
import type { UnknownFlagKey } from '../evaluation/evaluation-contract.ts';

type Row = { key: string; count: number; first_at: number; last_at: number };
type UnknownFlagRequest = { projectId: number; key: string; testRunId: number; count: number; at: number };

/** Maximum rows per project, one per key and test run; the least recently requested are deleted first. */
const maxRowsPerProject = 10_000;

/**
 * Flags that clients request by name, in decides and `$feature_flag_called`: keys without a flag with their counts, and the
 * newest request of each flag. Runs in the writer's transactions: see EventObserver.
 */
export class FlagRequests implements EventObserver {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;
  readonly #compiled: CompiledFlags;
  readonly #requests = new Map<string, UnknownFlagRequest>();
  readonly #known = new Map<string, Pick<UnknownFlagRequest, 'projectId' | 'key' | 'at'>>();

  constructor(database: Database, compiled: CompiledFlags) {
    this.#database = database;
    this.#sql = statements(database);
    this.#compiled = compiled;
  }

  stored({ projectId, receivedAt, testRunId, event }: StoredEvent): void {
    if (event.event !== '$feature_flag_called') return;
    this.requested(projectId, event.properties.$feature_flag, receivedAt, testRunId);
  }

  /** Records a request for a key, in a test run or in none. `at`: milliseconds UTC. */
  requested(projectId: number, key: unknown, at: number, testRunId: number | null): void {
    if (typeof key !== 'string' || key === '' || key.length > maxName) return;
    if (this.used(projectId, key, at)) return;
    const run = testRunId ?? 0;
    const id = `${projectId} ${run} ${key}`;
    const request = this.#requests.get(id) ?? { projectId, key: key.toWellFormed(), testRunId: run, count: 0, at };
    request.count += 1;
    request.at = Math.max(request.at, at);
    this.#requests.set(id, request);
  }

  /** Records that code uses a flag with this key. Returns whether there is one. `at`: milliseconds UTC. */
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
    for (const { projectId, key, testRunId, count, at } of this.#requests.values())
      this.#sql.add.run(projectId, key, testRunId, count, at, at);
    for (const projectId of new Set([...this.#requests.values()].map((request) => request.projectId))) {
      this.#sql.trim.run(projectId, maxRowsPerProject);
    }
    this.#requests.clear();
  }

  forget(): void {
    this.#known.clear();
    this.#requests.clear();
  }

  /** Deletes some keys of a test run, in the writer's transaction; returns how many. */
  removeSome(testRunId: number): number {
    return this.#sql.removeSome.run(testRunId, removeBatchSize).changes;
  }

  /** Lists unknown keys, most recent request first; omits keys that now have a flag. */
  list(scope: TestRunScope, { limit, offset }: Page): Listing<UnknownFlagKey> {
    const run = inTestRun(scope, 'nullif(w.test_run_id, 0)');
    const unknown = `FROM wanted_flags w WHERE w.project_id = ? AND ${run.sql}
      AND NOT EXISTS (SELECT 1 FROM flags f WHERE f.project_id = w.project_id AND f.key = w.key AND f.deleted = 0)`;
    const values = [scope.projectId, ...run.values];
    const results = this.#database
      .prepare<unknown[], Row>(
        `SELECT w.key, sum(w.count) AS count, min(w.first_at) AS first_at, max(w.last_at) AS last_at ${unknown}
         GROUP BY w.key ORDER BY max(w.last_at) DESC, w.key LIMIT ? OFFSET ?`,
      )
      .all(...values, limit, offset)
      .map(({ key, count, first_at, last_at }) => ({
        key,
        count,
        first_requested_at: isoTime(first_at),
        last_requested_at: isoTime(last_at),
      }));
    const total = this.#database.prepare<unknown[], number>(`SELECT count(DISTINCT w.key) ${unknown}`).pluck();
    return { total: total.get(...values) ?? 0, results };
  }
}

function statements(database: Database) {
  return {
    requested: database.prepare<[number, string, number]>(
      `INSERT INTO flag_requests (project_id, flag_key, last_at) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET last_at = max(last_at, excluded.last_at)`,
    ),
    add: database.prepare<[number, string, number, number, number, number]>(
      `INSERT INTO wanted_flags (project_id, key, test_run_id, count, first_at, last_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET count = count + excluded.count, last_at = excluded.last_at`,
    ),
    trim: database.prepare<[number, number]>(
      `DELETE FROM wanted_flags WHERE (project_id, key, test_run_id) IN
         (SELECT project_id, key, test_run_id FROM wanted_flags WHERE project_id = ?
          ORDER BY last_at DESC LIMIT -1 OFFSET ?)`,
    ),
    removeSome: database.prepare<[number, number]>(
      `DELETE FROM wanted_flags WHERE (project_id, key, test_run_id) IN
         (SELECT project_id, key, test_run_id FROM wanted_flags WHERE test_run_id = ? AND test_run_id <> 0 LIMIT ?)`,
    ),
  };
}
