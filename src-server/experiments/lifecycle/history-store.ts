import type { Author } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import type { Listing, Page } from '../../core/page.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import type { Flag } from '../../flags/contract.ts';
import type { UserOf } from '../../projects/user-store.ts';
import type { ExperimentState } from '../contract.ts';
import { weightsChange } from './change.ts';
import type { ExperimentChange } from './history-contract.ts';
import { statusSql } from './life-cycle.ts';

type Row = {
  id: number;
  kind: ExperimentChange['kind'];
  at: number;
  user_id: number | null;
  before: string | null;
  after: string | null;
};
type Parts = { database: Database; clock: Clock; user: UserOf };

export type ExperimentHistory = ReturnType<typeof createExperimentHistory>;

/** Stores the changes of experiments. Writes inside the transaction of the change. */
export function createExperimentHistory({ database, clock, user }: Parts) {
  const sql = statements(database);

  function record(
    { projectId, userId }: Author,
    experimentId: number,
    { kind, before, after }: Pick<ExperimentChange, 'kind' | 'before' | 'after'>,
  ): void {
    const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
    sql.insert.run(projectId, experimentId, kind, clock.now(), userId, json(before), json(after));
  }

  return {
    record,
    /** Records changed weights of a flag in the experiment that runs on it. */
    flagChanged(author: Author, before: Flag, after: Flag): void {
      const entry = weightsChange(before, after);
      if (entry === undefined) return;
      for (const id of sql.runningOn.all({ flagId: before.id, now: clock.now() })) record(author, id, entry);
    },
    listChanges(experimentId: number, { limit, offset }: Page): Listing<ExperimentChange> {
      const results = sql.list.all(experimentId, limit, offset).map(({ user_id: userId, ...row }) => ({
        ...row,
        at: isoTime(row.at),
        user: user(userId),
        before: row.before === null ? null : JSON.parse(row.before),
        after: row.after === null ? null : JSON.parse(row.after),
      }));
      return { total: sql.count.get(experimentId) ?? 0, results };
    },
    /** Returns the state that the last end of the experiment replaced. */
    beforeEnd(experimentId: number): Partial<ExperimentState> | undefined {
      const before = sql.beforeEnd.get(experimentId);
      return before === undefined ? undefined : JSON.parse(before);
    },
  };
}

function statements(database: Database) {
  return {
    insert: database.prepare(
      `INSERT INTO experiment_changes (project_id, experiment_id, kind, at, user_id, before, after)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    runningOn: database
      .prepare<{ flagId: number; now: number }, number>(
        `SELECT e.id FROM experiments e WHERE e.flag_id = :flagId AND e.deleted_at IS NULL AND ${statusSql} = 'running'`,
      )
      .pluck(),
    list: database.prepare<[number, number, number], Row>(
      `SELECT id, kind, at, user_id, before, after FROM experiment_changes WHERE experiment_id = ?
       ORDER BY id DESC LIMIT ? OFFSET ?`,
    ),
    beforeEnd: database
      .prepare<[number], string>(
        `SELECT before FROM experiment_changes WHERE experiment_id = ? AND json_type(after, '$.ending') = 'object'
         ORDER BY id DESC LIMIT 1`,
      )
      .pluck(),
    count: database
      .prepare<[number], number>('SELECT count(*) FROM experiment_changes WHERE experiment_id = ?')
      .pluck(),
  };
}
