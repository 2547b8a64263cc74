import type { Author } from '../core/caller.ts';
import { NotUnique } from '../core/not-unique.ts';
import type { Listing, Page } from '../core/page.ts';
import type { Revisions } from '../core/revisions.ts';
import { containing, existing } from '../core/sql.ts';
import { type Clock, isoTime, parseTime } from '../core/time.ts';
import { withoutAbsent } from '../core/without-absent.ts';
import type { Database } from '../database/open.ts';
import { newestId } from '../events/list.ts';
import type { UserSummary } from '../projects/contract.ts';
import type { Action, ActionInput, ActionQuery, ActionUpdate, Step, StepInput } from './contract.ts';

type ActionRow = {
  id: number;
  project_id: number;
  name: string;
  description: string;
  tags: string;
  post_to_chat: number;
  chat_message_format: string;
  steps: string;
  created_at: number;
  created_by: number;
  deleted: number;
  last_calculated_at: number | null;
  calculation_id: number;
  finished_at: number | null;
};

/** An action with the id of its calculation, which its matches refer to. */
export type LiveAction = {
  id: number;
  calculationId: number;
  name: string;
  steps: Step[];
  chatFormat: string | null;
};

type Parts = { database: Database; clock: Clock; revisions: Revisions; user(id: number): UserSummary | undefined };

export type ActionStore = ReturnType<typeof createActionStore>;

/** Actions. Synchronous; throws NotUnique for a name that another action has. */
export function createActionStore({ database, clock, revisions, user }: Parts) {
  const sql = statements(database);

  function action(projectId: number, id: number): Action | undefined {
    const row = sql.read.get(projectId, id);
    return row && toAction(row, user(row.created_by) ?? null);
  }

  function requireFree(projectId: number, name: string, id: number): void {
    if (sql.withName.get(projectId, name, id) === undefined) return;
    throw new NotUnique('name', `Another action has the name "${name}".`);
  }

  /** The walk starts at the newest event; later ones are matched on arrival. */
  function addCalculation(projectId: number): number {
    const from = newestId(database);
    return Number(sql.addCalculation.run(projectId, from, from).lastInsertRowid);
  }

  function add({ projectId, userId }: Author, input: ActionInput): number {
    if (!input.deleted) requireFree(projectId, input.name, 0);
    const stored = { ...columnsOf(input), steps: JSON.stringify(withIds(input.steps, [], clock.uuid)) };
    const calculationId = addCalculation(projectId);
    const row = { ...stored, projectId, userId, calculationId, at: clock.now() };
    return Number(sql.insert.run(row).lastInsertRowid);
  }

  function change({ projectId }: Author, before: Action, update: ActionUpdate): void {
    const after = { ...before, ...withoutAbsent(update) };
    if (!after.deleted) requireFree(projectId, after.name, before.id);
    const steps = update.steps === undefined ? before.steps : withIds(update.steps, before.steps, clock.uuid);
    sql.update.run({ ...columnsOf(after), steps: JSON.stringify(steps), id: before.id });
    // Events that arrived while the action was deleted are not matched yet.
    const isRestored = before.deleted && !after.deleted;
    if (update.steps === undefined && !isRestored) return;
    sql.point.run(addCalculation(projectId), before.id);
  }

  return {
    action,
    addAction(author: Author, input: ActionInput): Action {
      const id = database.transaction(add)(author, input);
      revisions.changed(author.projectId);
      return existing(action(author.projectId, id));
    },
    /** Changes the given fields. Steps are always matched again, even unchanged ones. */
    changeAction(author: Author, before: Action, update: ActionUpdate): Action {
      database.transaction(change)(author, before, update);
      revisions.changed(author.projectId);
      return existing(action(author.projectId, before.id));
    },
    /** Returns all actions that are not deleted, newest first. */
    liveActions: (projectId: number): LiveAction[] => sql.live.all(projectId).map(toLiveAction),
    liveAction(projectId: number, id: number): LiveAction | undefined {
      const row = sql.read.get(projectId, id);
      return row && toLiveAction(row);
    },
    listActions(projectId: number, query: ActionQuery, page: Page): Listing<Action> {
      const values = { projectId, ...actionQueryValues(query) };
      const results = sql.list.all({ ...values, ...page }).map((row) => toAction(row, user(row.created_by) ?? null));
      return { total: sql.count.get(values) ?? 0, results };
    },
  };
}

const columnsOf = (action: Omit<ActionInput, 'steps'>) => ({
  name: action.name,
  description: action.description,
  tags: JSON.stringify(action.tags),
  chat: Number(action.post_to_chat),
  format: action.chat_message_format,
  deleted: Number(action.deleted),
  calculatedAt: action.last_calculated_at === null ? null : (parseTime(action.last_calculated_at) ?? null),
});

/** Gives steps ids: keeps each known one once, and creates the others. */
function withIds(steps: StepInput[], known: Step[], uuid: () => string): Step[] {
  const free = new Set(known.map(({ id }) => id));
  return steps.map((step) => ({ ...step, id: step.id !== null && free.delete(step.id) ? step.id : uuid() }));
}

/** Searches text, ignoring case as far as SQLite does. */
function actionQueryValues(query: ActionQuery) {
  const tags = (query.tags ?? '').split(',').map((tag) => tag.trim().toLowerCase());
  const wanted = tags.filter((tag) => tag !== '');
  const deleted = query.deleted === 'true' ? 1 : query.include_deleted === 'true' ? null : 0;
  return {
    deleted,
    search: containing(query.search ?? ''),
    tags: wanted.length === 0 ? null : JSON.stringify(wanted),
  };
}

function toAction(row: ActionRow, createdBy: UserSummary | null): Action {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    tags: JSON.parse(row.tags),
    post_to_chat: row.post_to_chat === 1,
    chat_message_format: row.chat_message_format,
    steps: JSON.parse(row.steps),
    created_at: isoTime(row.created_at),
    created_by: createdBy,
    deleted: row.deleted === 1,
    is_calculating: row.finished_at === null,
    last_calculated_at: row.last_calculated_at === null ? null : isoTime(row.last_calculated_at),
    team_id: row.project_id,
    is_action: true,
  };
}

const toLiveAction = (row: ActionRow): LiveAction => ({
  id: row.id,
  calculationId: row.calculation_id,
  name: row.name,
  steps: JSON.parse(row.steps),
  chatFormat: row.post_to_chat === 1 ? row.chat_message_format : null,
});

type Conditions = { projectId: number } & ReturnType<typeof actionQueryValues>;

function statements(database: Database) {
  const select = `SELECT a.*, c.finished_at FROM actions a JOIN action_calculations c ON c.id = a.calculation_id
    WHERE a.project_id =`;
  const where = `:projectId AND (:deleted IS NULL OR a.deleted = :deleted)
    AND (a.name LIKE :search ESCAPE '\\' OR a.description LIKE :search ESCAPE '\\')
    AND (:tags IS NULL OR EXISTS (
      SELECT 1 FROM json_each(a.tags) t WHERE t.value IN (SELECT value FROM json_each(:tags))))`;
  return {
    read: database.prepare<[number, number], ActionRow>(`${select} ? AND a.id = ?`),
    live: database.prepare<[number], ActionRow>(`${select} ? AND a.deleted = 0 ORDER BY a.id DESC`),
    list: database.prepare<Conditions & Page, ActionRow>(
      `${select} ${where} ORDER BY a.id DESC LIMIT :limit OFFSET :offset`,
    ),
    count: database.prepare<Conditions, number>(`SELECT count(*) FROM actions a WHERE a.project_id = ${where}`).pluck(),
    withName: database.prepare<[number, string, number], { id: number }>(
      'SELECT id FROM actions WHERE project_id = ? AND name = ? AND deleted = 0 AND id <> ?',
    ),
    insert: database.prepare(
      `INSERT INTO actions (project_id, name, description, tags, post_to_chat, chat_message_format, steps, created_at,
         created_by, deleted, last_calculated_at, calculation_id)
       VALUES (:projectId, :name, :description, :tags, :chat, :format, :steps, :at, :userId, :deleted, :calculatedAt,
         :calculationId)`,
    ),
    update: database.prepare(
      `UPDATE actions SET name = :name, description = :description, tags = :tags, post_to_chat = :chat,
         chat_message_format = :format, steps = :steps, deleted = :deleted, last_calculated_at = :calculatedAt
       WHERE id = :id`,
    ),
    point: database.prepare<[number, number]>('UPDATE actions SET calculation_id = ? WHERE id = ?'),
    addCalculation: database.prepare<[number, number, number]>(
      'INSERT INTO action_calculations (project_id, from_id, next_id) VALUES (?, ?, ?)',
    ),
  };
}
