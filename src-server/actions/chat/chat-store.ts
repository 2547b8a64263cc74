import { removeBatchSize } from '../../core/limits-contract.ts';
import type { Listing, Page } from '../../core/page.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { inTestRun, testRunNameSql } from '../../test-runs/in-test-run.ts';
import { type ChatSettings, type Delivery, type DeliveryQuery, maxWaitingMessages } from './chat-contract.ts';

export type Waiting = { id: number; message: string; attempts: number };
export type WaitingAttempt = { attempts: number; next_attempt_at: number };
export type Message = {
  projectId: number;
  testRunId: number | null;
  actionId: number;
  eventUuid: string;
  message: string;
  at: number;
  nextAttemptAt: number;
};
export type DeliveryOutcome = {
  state: Delivery['state'];
  statusCode: number | null;
  error: string | null;
  nextAttemptAt: number | null;
  finishedAt: number | null;
};

type DeliveryRow = Omit<Delivery, 'created_at' | 'next_attempt_at' | 'finished_at'> & {
  created_at: number;
  next_attempt_at: number | null;
  finished_at: number | null;
};

const maxDeliveries = 1000;

export type ChatStore = ReturnType<typeof createChatStore>;

/** Creates the store of chat settings and messages. Synchronous. */
export function createChatStore(database: Database) {
  const sql = statements(database);
  const cached = new Map<number, ChatSettings>();

  function settings(projectId: number): ChatSettings {
    const known = cached.get(projectId);
    if (known !== undefined) return known;
    const row = sql.settings.get(projectId);
    const read = { webhook_url: row?.webhook_url ?? null, allow_local: row?.allow_local === 1 };
    cached.set(projectId, read);
    return read;
  }

  function delivery(projectId: number, id: number): Delivery | undefined {
    const row = sql.read.get(projectId, id);
    return row && toDelivery(row);
  }

  return {
    settings,
    delivery,
    nameOfRun: (testRunId: number | null): string | null => sql.nameOfRun.get(testRunId) ?? null,
    changeSettings(projectId: number, changed: ChatSettings): void {
      sql.saveSettings.run(projectId, changed.webhook_url, Number(changed.allow_local));
      cached.delete(projectId);
    },
    /** Queues a message in its event's transaction; false if too many are waiting. */
    add({ projectId, testRunId, actionId, eventUuid, message, at, nextAttemptAt }: Message): boolean {
      if ((sql.countWaiting.get(projectId) ?? 0) >= maxWaitingMessages) return false;
      sql.insert.run(projectId, actionId, eventUuid, message, at, nextAttemptAt, testRunId);
      sql.trim.run(projectId, projectId, maxDeliveries);
      return true;
    },
    listDeliveries(projectId: number, query: DeliveryQuery, page: Page): Listing<Delivery> {
      const values = { projectId, actionId: query.action_id ?? null, state: query.state ?? null };
      const run = inTestRun({ projectId, testRun: query.test_run }, 'd.test_run_id');
      const found = `${from} WHERE d.project_id = :projectId AND (:actionId IS NULL OR d.action_id = :actionId)
        AND (:state IS NULL OR d.state = :state) AND ${run.sql}`;
      const list = database.prepare<[unknown[], object], DeliveryRow>(
        `SELECT ${columns} ${found} ORDER BY d.id DESC LIMIT :limit OFFSET :offset`,
      );
      const count = database.prepare<[unknown[], object], number>(`SELECT count(*) ${found}`).pluck();
      const results = list.all(run.values, { ...values, ...page }).map(toDelivery);
      return { total: count.get(run.values, values) ?? 0, results };
    },
    /** Deletes some messages of a test run, in the writer's transaction; returns how many. */
    removeSome: (testRunId: number): number => sql.removeSome.run(testRunId, removeBatchSize).changes,
    /** Returns due messages, including those after `horizon`, which a wrong clock delayed. */
    due: (projectId: number, now: number, horizon: number, limit: number): Waiting[] =>
      sql.due.all(projectId, now, horizon, limit),
    waiting: (projectId: number): WaitingAttempt[] => sql.waiting.all(projectId),
    waitingProjects: (): number[] => sql.waitingProjects.all(),
    recordAttempt(id: number, { state, statusCode, error, nextAttemptAt, finishedAt }: DeliveryOutcome): void {
      sql.recordAttempt.run(state, statusCode, error, nextAttemptAt, finishedAt, id);
    },
    /** Moves the next attempts of a project's waiting messages that are before `from` or after `until` to these, ms UTC. */
    clampNextAttempts(projectId: number, { from = 0, until = Infinity }): void {
      sql.clampNextAttempts.run(from, until, projectId);
    },
    /** Queues a failed message again as new. */
    requeue(id: number, now: number): void {
      sql.requeue.run(now, id);
    },
  };
}

const toDelivery = (row: DeliveryRow): Delivery => ({
  ...row,
  created_at: isoTime(row.created_at),
  next_attempt_at: isoTime(row.next_attempt_at),
  finished_at: isoTime(row.finished_at),
});

const columns = `d.id, d.action_id, ifnull(a.name, '') AS action_name, d.event_uuid, d.message, d.state, d.attempts,
  d.status_code, d.error, d.created_at, d.next_attempt_at, d.finished_at, ${testRunNameSql('d.test_run_id')}`;
const from = 'FROM chat_deliveries d LEFT JOIN actions a ON a.id = d.action_id';

function statements(database: Database) {
  return {
    settings: database.prepare<[number], { webhook_url: string | null; allow_local: number }>(
      'SELECT webhook_url, allow_local FROM chat_settings WHERE project_id = ?',
    ),
    nameOfRun: database.prepare<[number | null], string>('SELECT name FROM test_runs WHERE id = ?').pluck(),
    saveSettings: database.prepare<[number, string | null, number]>(
      `INSERT INTO chat_settings (project_id, webhook_url, allow_local) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET webhook_url = excluded.webhook_url, allow_local = excluded.allow_local`,
    ),
    read: database.prepare<[number, number], DeliveryRow>(
      `SELECT ${columns} ${from} WHERE d.project_id = ? AND d.id = ?`,
    ),
    countWaiting: database
      .prepare<[number], number>("SELECT count(*) FROM chat_deliveries WHERE state = 'waiting' AND project_id = ?")
      .pluck(),
    insert: database.prepare<[number, number, string, string, number, number, number | null]>(
      `INSERT INTO chat_deliveries (project_id, action_id, event_uuid, message, state, created_at, next_attempt_at, test_run_id)
       VALUES (?, ?, ?, ?, 'waiting', ?, ?, ?)`,
    ),
    trim: database.prepare<[number, number, number]>(
      `DELETE FROM chat_deliveries WHERE project_id = ? AND id <= (
         SELECT id FROM chat_deliveries WHERE project_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
    ),
    removeSome: database.prepare<[number, number]>(
      'DELETE FROM chat_deliveries WHERE id IN (SELECT id FROM chat_deliveries WHERE test_run_id = ? LIMIT ?)',
    ),
    due: database.prepare<[number, number, number, number], Waiting>(
      `SELECT id, message, attempts FROM chat_deliveries
       WHERE state = 'waiting' AND project_id = ? AND (next_attempt_at <= ? OR next_attempt_at > ?)
       ORDER BY next_attempt_at, id LIMIT ?`,
    ),
    waiting: database.prepare<[number], WaitingAttempt>(
      "SELECT attempts, next_attempt_at FROM chat_deliveries WHERE state = 'waiting' AND project_id = ?",
    ),
    waitingProjects: database
      .prepare<[], number>("SELECT DISTINCT project_id FROM chat_deliveries WHERE state = 'waiting'")
      .pluck(),
    recordAttempt: database.prepare<[string, number | null, string | null, number | null, number | null, number]>(
      `UPDATE chat_deliveries SET attempts = attempts + 1, state = ?, status_code = ?, error = ?, next_attempt_at = ?,
         finished_at = ? WHERE id = ?`,
    ),
    clampNextAttempts: database.prepare<[number, number, number]>(
      `UPDATE chat_deliveries SET next_attempt_at = min(max(next_attempt_at, ?), ?) WHERE project_id = ? AND state = 'waiting'`,
    ),
    requeue: database.prepare<[number, number]>(
      `UPDATE chat_deliveries SET state = 'waiting', attempts = 0, next_attempt_at = ?, finished_at = NULL WHERE id = ?`,
    ),
  };
}
