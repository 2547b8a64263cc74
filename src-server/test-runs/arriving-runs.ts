import { BoundedCache, bytesOfText } from '../core/bounded-cache.ts';
import { isoTime } from '../core/text/time-contract.ts';
import type { Database } from '../database/open.ts';
import { type Assigned, assignedRun, type TestRunSender } from './assign.ts';
import { maxTestRuns, type TestRunWarning } from './contract.ts';

/** The outcome of a stored row. */
type Status = 'accepted' | 'dropped' | 'rejected';
type Counts = Record<Status, number> & { lastReceivedAt: number };
type Known = { id: number; endedAt: number | null };

/**
 * Something that arrived at `at`, milliseconds UTC, and the test run that it names; null for an invalid name. Without a name, its
 * sender may be assigned to one.
 */
export type Asked = { projectId: number; name: string | null | undefined; at: number; sender: TestRunSender };

/** `idsOf` returns up to `limit` ids of the person of this one. */
export type Persons = {
  idOf(projectId: number, distinctId: string): number | undefined;
  idsOf(projectId: number, distinctId: string, limit: number): string[];
};
/** A test run to look up in a later transaction: its name, or the id of an assigned one; null for none. */
export type LaterRun = string | number | null;
/** `id` is null for rows without a test run. */
export type Resolved = { id: number | null; warnings: readonly TestRunWarning[] };

const cachedRuns = { entries: 10_000, bytes: 4 * 1024 * 1024, bytesOf: bytesOfText };
const none: Resolved = { id: null, warnings: [] };
const nobody: TestRunSender = { distinctId: null, sdk: null };
/** Looking up the persons of so many runs costs less than reading all ids of one person. */
const fewRuns = 16;

/**
 * Finds and creates the test runs of arriving rows, and counts them. Works in the writer's transaction: call `flush` before the
 * commit and `forget` after a rollback.
 */
export class ArrivingRuns {
  readonly #sql: ReturnType<typeof statements>;
  readonly #known = new BoundedCache<string, Known>(cachedRuns);
  /** Test runs that take unnamed requests, by project, newest first. */
  readonly #assignments = new Map<number, Assigned[]>();
  readonly #counts = new Map<number, Counts>();
  readonly #persons: Persons;

  constructor(database: Database, persons: Persons) {
    this.#sql = statements(database);
    this.#persons = persons;
  }

  /** Returns the test run that something belongs to; makes a run on its first use. */
  resolve({ projectId, name, at, sender }: Asked): Resolved {
    if (name === null) return none;
    if (name === undefined) {
      const id = this.assigned(projectId, sender, at);
      return id === null ? none : { id, warnings: [] };
    }
    const run = this.#find(projectId, name) ?? this.#add(projectId, name, at);
    if (run === undefined) {
      const detail = `A project has at most ${maxTestRuns} test runs, so "${name}" was not created. Delete some.`;
      return { id: null, warnings: [{ code: 'too_many_test_runs', detail }] };
    }
    if (run.endedAt === null || at < run.endedAt) return { id: run.id, warnings: [] };
    const detail = `The test run "${name}" ended at ${isoTime(run.endedAt)}. Later requests that name it are still kept in it.`;
    return { id: run.id, warnings: [{ code: 'test_run_ended', detail }] };
  }

  /** Returns the test run of something that a later transaction writes; `sender` is who sends it now. */
  later({ projectId, name, at, sender }: Asked): LaterRun {
    return name === undefined ? this.assigned(projectId, sender, at) : name;
  }

  /** Returns the id of the test run that takes what a sender sends without naming one; null for none. */
  assigned(projectId: number, sender: TestRunSender, at: number): number | null {
    const runs = this.#assignmentsOf(projectId);
    if (runs.length === 0) return null;
    return assignedRun(runs, sender, at, (...of) => this.#firstOfPerson(projectId, ...of))?.id ?? null;
  }

  /** Returns the id of a test run that `later` returned; null for one that was assigned and is deleted by now. */
  resolveLater(projectId: number, run: LaterRun, at: number): number | null {
    if (typeof run === 'number') return this.#sql.exists.get(run) ?? null;
    return this.resolve({ projectId, name: run, at, sender: nobody }).id;
  }

  count(id: number | null, status: Status, by: number, receivedAt: number): void {
    if (id === null) return;
    const counts = this.#counts.get(id) ?? { accepted: 0, dropped: 0, rejected: 0, lastReceivedAt: 0 };
    counts[status] += by;
    counts.lastReceivedAt = Math.max(counts.lastReceivedAt, receivedAt);
    this.#counts.set(id, counts);
  }

  /** Subtracts deleted rejections from the counts. */
  uncountRejected(id: number, by: number): void {
    this.#sql.uncountRejected.run(by, id);
  }

  flush(): void {
    for (const [id, { accepted, dropped, rejected, lastReceivedAt }] of this.#counts) {
      this.#sql.count.run(accepted, dropped, rejected, lastReceivedAt, id);
    }
    this.#counts.clear();
  }

  forget(): void {
    this.#counts.clear();
    this.changed();
  }

  /** Reports whether a project has as many test runs as it may. */
  isFull(projectId: number): boolean {
    return (this.#sql.runs.get(projectId) ?? 0) >= maxTestRuns;
  }

  /** Drops the caches; call it after test runs changed. */
  changed(): void {
    this.#known.clear();
    this.#assignments.clear();
  }

  /** Returns the first of some ids that is of the same person as `distinctId`. */
  #firstOfPerson(projectId: number, distinctId: string, some: readonly string[]): string | undefined {
    const ids = some.length > fewRuns ? this.#persons.idsOf(projectId, distinctId, some.length + 1) : null;
    if (ids !== null && ids.length <= some.length) {
      const own = new Set(ids).add(distinctId);
      return some.find((other) => own.has(other));
    }
    const personOf = (id: string) => this.#persons.idOf(projectId, id) ?? id;
    const person = personOf(distinctId);
    return some.find((other) => other === distinctId || personOf(other) === person);
  }

  #assignmentsOf(projectId: number): Assigned[] {
    const known = this.#assignments.get(projectId);
    if (known !== undefined) return known;
    const runs = this.#sql.assigned.all(projectId).map((row) => ({ ...row, assign: JSON.parse(row.assign) }));
    this.#assignments.set(projectId, runs);
    return runs;
  }

  #find(projectId: number, name: string): Known | undefined {
    const key = `${projectId} ${name}`;
    const known = this.#known.get(key) ?? this.#sql.find.get(projectId, name);
    if (known !== undefined) this.#known.set(key, known);
    return known;
  }

  #add(projectId: number, name: string, at: number): Known | undefined {
    if (this.isFull(projectId)) return undefined;
    this.#sql.add.run(projectId, name, at);
    return this.#find(projectId, name);
  }
}

function statements(database: Database) {
  return {
    find: database.prepare<[number, string], Known>(
      'SELECT id, ended_at AS endedAt FROM test_runs WHERE project_id = ? AND name = ? AND deleted_at IS NULL',
    ),
    exists: database.prepare<[number], number>('SELECT id FROM test_runs WHERE id = ? AND deleted_at IS NULL').pluck(),
    assigned: database.prepare<[number], Omit<Assigned, 'assign'> & { assign: string }>(
      `SELECT id, started_at AS startedAt, ended_at AS endedAt, assign FROM test_runs
       WHERE project_id = ? AND assign IS NOT NULL AND deleted_at IS NULL ORDER BY started_at DESC, id DESC`,
    ),
    runs: database
      .prepare<[number], number>('SELECT count(*) FROM test_runs WHERE project_id = ? AND deleted_at IS NULL')
      .pluck(),
    add: database.prepare<[number, string, number]>(
      `INSERT INTO test_runs (project_id, name, label, note, build, started_at) VALUES (?, ?, '', '', '', ?)`,
    ),
    count: database.prepare<[number, number, number, number, number]>(
      `UPDATE test_runs SET events = events + ?, dropped = dropped + ?, rejected = rejected + ?,
         last_received_at = max(ifnull(last_received_at, 0), ?) WHERE id = ?`,
    ),
    uncountRejected: database.prepare<[number, number]>('UPDATE test_runs SET rejected = rejected - ? WHERE id = ?'),
  };
}
