import type { Clock } from '../core/clock.ts';
import { requireUnique } from '../core/errors/not-unique.ts';
import type { Listing, Page } from '../core/page.ts';
import { containsSearch, existing, searchValue } from '../core/sql.ts';
import { isoTime, parseTime } from '../core/text/time-contract.ts';
import type { Database } from '../database/open.ts';
import { senderOfAssignment, type TestRunSender } from './assign.ts';
import type { Assignment, TestRun, TestRunInput, TestRunQuery, TestRunUpdate } from './contract.ts';

type Times = { started_at: number; ended_at: number | null; last_received_at: number | null };
type Row = Omit<TestRun, keyof Times | 'is_late' | 'assign' | 'superseded_by'> &
  Times & { id: number; assign: string | null };

type Parts = {
  database: Database;
  clock: Clock;
  changed(): void;
  /** Returns the id of the test run that takes what a sender sends now; null for none. */
  takenBy(projectId: number, sender: TestRunSender): number | null;
};

export type TestRunStore = ReturnType<typeof createTestRunStore>;

/** Creates the store of test runs, by project and name. Synchronous; throws NotUnique for a name that another run has. */
export function createTestRunStore({ database, clock, changed, takenBy }: Parts) {
  const sql = statements(database);

  function shapeOf(
    projectId: number,
    { id, assign: json, started_at, ended_at, last_received_at, ...row }: Row,
  ): TestRun {
    const assign: Assignment | null = json === null ? null : JSON.parse(json);
    const taker = assign === null || ended_at !== null ? id : takenBy(projectId, senderOfAssignment(assign));
    return {
      ...row,
      assign,
      superseded_by: taker === id || taker === null ? null : (sql.nameOf.get(taker) ?? null),
      started_at: isoTime(started_at),
      ended_at: isoTime(ended_at),
      last_received_at: isoTime(last_received_at),
      is_late: ended_at !== null && last_received_at !== null && last_received_at >= ended_at,
    };
  }

  const read = (projectId: number, name: string): TestRun | undefined => {
    const row = sql.read.get(projectId, name);
    return row && shapeOf(projectId, row);
  };

  return {
    testRun: read,
    /** Returns the id of its row. */
    idOf: (projectId: number, name: string): number | undefined => sql.read.get(projectId, name)?.id,
    /** Lists test runs, newest first. */
    list(
      projectId: number,
      { search, is_assigning: isAssigning }: TestRunQuery,
      { limit, offset }: Page,
    ): Listing<TestRun> {
      const found = { projectId, search: searchValue(search), isAssigning: Number(isAssigning === 'true') };
      const rows = sql.list.all({ ...found, limit, offset });
      return { total: sql.count.get(found) ?? 0, results: rows.map((row) => shapeOf(projectId, row)) };
    },
    add(projectId: number, input: TestRunInput): TestRun {
      requireUnique(read(projectId, input.name), 'test run', 'name', input.name);
      const assign = input.assign === null ? null : JSON.stringify(input.assign);
      sql.add.run({ ...input, assign, projectId, at: clock.now() });
      changed();
      return existing(read(projectId, input.name));
    },
    change(projectId: number, before: TestRun, { ended_at, ...described }: TestRunUpdate): TestRun {
      const end = ended_at === undefined ? before.ended_at : ended_at;
      const ended = end === null ? null : Math.min(parseTime(end) ?? clock.now(), clock.now());
      const { name, label, note, build } = { ...before, ...described };
      sql.change.run({ name, label, note, build, ended_at: ended, projectId });
      changed();
      return existing(read(projectId, before.name));
    },
    /** Hides a test run; its rows are deleted later, in slices. */
    markDeleted(projectId: number, name: string): void {
      sql.markDeleted.run(clock.now(), projectId, name);
      changed();
    },
    /** Returns the ids of deleted test runs whose rows are not all removed yet. */
    deleted: (): number[] => sql.deleted.all(),
    remove: (id: number): void => void sql.remove.run(id),
  };
}

type Found = { projectId: number; search: string; isAssigning: number };

function statements(database: Database) {
  const select = `SELECT id, name, label, note, build, assign, started_at, ended_at, last_received_at, events, dropped, rejected
    FROM test_runs`;
  const own = 'project_id = ? AND name = ? AND deleted_at IS NULL';
  const found = `project_id = :projectId AND deleted_at IS NULL AND ${containsSearch('name', 'label', 'build')}
    AND (NOT :isAssigning OR (assign IS NOT NULL AND ended_at IS NULL))`;
  return {
    nameOf: database.prepare<[number], string>('SELECT name FROM test_runs WHERE id = ?').pluck(),
    read: database.prepare<[number, string], Row>(`${select} WHERE ${own}`),
    list: database.prepare<Found & Page, Row>(
      `${select} WHERE ${found} ORDER BY started_at DESC, id DESC LIMIT :limit OFFSET :offset`,
    ),
    count: database.prepare<Found, number>(`SELECT count(*) FROM test_runs WHERE ${found}`).pluck(),
    add: database.prepare(
      `INSERT INTO test_runs (project_id, name, label, note, build, assign, started_at)
       VALUES (:projectId, :name, :label, :note, :build, :assign, :at)`,
    ),
    change: database.prepare(
      `UPDATE test_runs SET label = :label, note = :note, build = :build, ended_at = :ended_at
       WHERE project_id = :projectId AND name = :name AND deleted_at IS NULL`,
    ),
    markDeleted: database.prepare<[number, number, string]>(`UPDATE test_runs SET deleted_at = ? WHERE ${own}`),
    deleted: database.prepare<[], number>('SELECT id FROM test_runs WHERE deleted_at IS NOT NULL').pluck(),
    remove: database.prepare<[number]>('DELETE FROM test_runs WHERE id = ?'),
  };
}
