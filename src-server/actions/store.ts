import type { Author } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import { requireUnique } from '../core/errors/not-unique.ts';
import { parseJson } from '../core/json/parse-json-contract.ts';
import type { Listing, Page } from '../core/page.ts';
import type { Revisions } from '../core/revisions.ts';
import { labeledSql, labelValues, orderBy } from '../core/sort.ts';
import { containsSearch, existing, searchValue } from '../core/sql.ts';
import { isoTime, parseTime } from '../core/text/time-contract.ts';
import { withoutAbsent } from '../core/without-absent.ts';
import type { Database } from '../database/open.ts';
import { newestId } from '../events/list.ts';
import type { UserOf } from '../projects/user-store.ts';
import type { Action, ActionInput, ActionQuery, ActionUpdate, Step, StepInput } from './contract.ts';
import type { actionSort } from './list-contract.ts';
import { noNextDay } from './matching/tally.ts';

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
  owner_id: number | null;
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

type Parts = { database: Database; clock: Clock; revisions: Revisions; user: UserOf };
/** Called in the transaction of a change. */
type ChangeObserver = (author: Author, before: Action, after: Action) => void;

export type ActionStore = ReturnType<typeof createActionStore>;

/** Creates the store of actions. Synchronous; throws NotUnique for a name that another action has. */
export function createActionStore({ database, clock, revisions, user }: Parts) {
  const sql = statements(database);
  const { addCalculation, matchAnew } = calculations(database, sql);
  const observers: ChangeObserver[] = [];

  function action(projectId: number, id: number): Action | undefined {
    const row = sql.read.get(projectId, id);
    return row && toAction(row, user);
  }

  const requireFree = (projectId: number, name: string, id: number) =>
    requireUnique(sql.withName.get(projectId, name, id), 'action', 'name', name);

  function add({ projectId, userId }: Author, input: ActionInput): number {
    if (!input.deleted) requireFree(projectId, input.name, 0);
    const { owner_id = userId } = input;
    const steps = JSON.stringify(withIds(input.steps, [], clock.uuid));
    const calculationId = addCalculation(projectId);
    const row = { ...columnsOf({ ...input, owner_id }), steps, projectId, userId, calculationId, at: clock.now() };
    return Number(sql.insert.run(row).lastInsertRowid);
  }

  function change(author: Author, before: Action, update: ActionUpdate): void {
    const { projectId } = author;
    const after = { ...before, ...withoutAbsent(update) };
    if (!after.deleted) requireFree(projectId, after.name, before.id);
    const steps = update.steps === undefined ? before.steps : withIds(update.steps, before.steps, clock.uuid);
    sql.update.run({ ...columnsOf(after), steps: JSON.stringify(steps), id: before.id });
    for (const observer of observers) observer(author, before, existing(action(projectId, before.id)));
    // Events that arrived while the action was deleted are not matched yet.
    const isRestored = before.deleted && !after.deleted;
    if (update.steps === undefined && !isRestored) return;
    matchAnew(projectId, before.id);
  }

  return {
    action,
    hasName: (projectId: number, name: string): boolean => sql.withName.get(projectId, name, 0) !== undefined,
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
    observeChanges(observer: ChangeObserver): void {
      observers.push(observer);
    },
    matchAnew,
    /** Returns all actions that are not deleted, newest first. */
    liveActions: (projectId: number): LiveAction[] => sql.live.all(projectId).map(toLiveAction),
    liveAction(projectId: number, id: number): LiveAction | undefined {
      const row = sql.read.get(projectId, id);
      return row && toLiveAction(row);
    },
    listActions: (projectId: number, query: ActionQuery, page: Page): Listing<Action> =>
      listActions(database, projectId, query, page, (row) => toAction(row, user)),
  };
}

function calculations(database: Database, sql: Pick<ReturnType<typeof statements>, 'addCalculation' | 'point'>) {
  /** Adds a calculation that walks back from the newest event; later ones are matched on arrival. */
  function addCalculation(projectId: number): number {
    const from = newestId(database);
    return Number(sql.addCalculation.run(projectId, from, from).lastInsertRowid);
  }
  return {
    addCalculation,
    /** Begins a new calculation for an action. */
    matchAnew(projectId: number, id: number): void {
      sql.point.run(addCalculation(projectId), id);
    },
  };
}

function listActions(
  database: Database,
  projectId: number,
  query: ActionQuery,
  page: Page,
  shapeOf: (row: ActionRow) => Action,
): Listing<Action> {
  const values = { projectId, ...actionQueryValues(query) };
  const where = `:projectId AND (:deleted IS NULL OR a.deleted = :deleted)
    AND ${containsSearch('a.name', 'a.description')}
    AND ${labeledSql('a')}`;
  const order = orderBy(query.sort, sortExpressions, 'a.id');
  const count = database
    .prepare<object, number>(`SELECT count(*) FROM actions a WHERE a.project_id = ${where}`)
    .pluck();
  const list = database.prepare<object, ActionRow>(`${selectAction} ${where} ${order} LIMIT :limit OFFSET :offset`);
  return { total: count.get(values) ?? 0, results: list.all({ ...values, ...page }).map(shapeOf) };
}

const columnsOf = (action: Omit<ActionInput, 'steps' | 'owner_id'> & { owner_id: number | null }) => ({
  name: action.name,
  description: action.description,
  tags: JSON.stringify(action.tags),
  owner: action.owner_id,
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

function actionQueryValues(query: ActionQuery) {
  const wanted = [...(query.tag ?? []), ...(query.tags ?? '').split(',')].filter((tag) => tag.trim() !== '');
  const deleted = query.deleted === 'true' ? 1 : query.include_deleted === 'true' ? null : 0;
  return {
    deleted,
    search: searchValue(query.search),
    ...labelValues({ owner: query.owner, tag: wanted.length === 0 ? undefined : wanted }),
  };
}

function toAction(row: ActionRow, user: UserOf): Action {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    tags: JSON.parse(row.tags),
    owner_id: row.owner_id,
    owner: user(row.owner_id),
    post_to_chat: row.post_to_chat === 1,
    chat_message_format: row.chat_message_format,
    steps: parseJson(row.steps),
    created_at: isoTime(row.created_at),
    created_by: user(row.created_by),
    deleted: row.deleted === 1,
    is_calculating: row.finished_at === null,
    last_calculated_at: isoTime(row.last_calculated_at),
    team_id: row.project_id,
    is_action: true,
  };
}

const toLiveAction = (row: ActionRow): LiveAction => ({
  id: row.id,
  calculationId: row.calculation_id,
  name: row.name,
  steps: parseJson(row.steps),
  chatFormat: row.post_to_chat === 1 ? row.chat_message_format : null,
});

const sortExpressions: Record<(typeof actionSort)[number], string> = {
  name: 'a.name COLLATE NOCASE',
  matches: '(SELECT coalesce(sum(d.count), 0) FROM action_days d WHERE d.calculation_id = a.calculation_id)',
  people: `(SELECT coalesce(sum(r.people), 0) FROM action_returns r WHERE r.calculation_id = a.calculation_id AND r.next_day = ${noNextDay})`,
  owner: '(SELECT u.first_name FROM users u WHERE u.id = a.owner_id) COLLATE NOCASE',
  last_calculated_at: 'a.last_calculated_at',
  created_at: 'a.created_at',
};

const selectAction = `SELECT a.*, c.finished_at FROM actions a JOIN action_calculations c ON c.id = a.calculation_id
  WHERE a.project_id =`;

function statements(database: Database) {
  return {
    read: database.prepare<[number, number], ActionRow>(`${selectAction} ? AND a.id = ?`),
    live: database.prepare<[number], ActionRow>(`${selectAction} ? AND a.deleted = 0 ORDER BY a.id DESC`),
    withName: database.prepare<[number, string, number], { id: number }>(
      'SELECT id FROM actions WHERE project_id = ? AND name = ? AND deleted = 0 AND id <> ?',
    ),
    insert: database.prepare(
      `INSERT INTO actions (project_id, name, description, tags, post_to_chat, chat_message_format, steps, created_at,
         created_by, owner_id, deleted, last_calculated_at, calculation_id)
       VALUES (:projectId, :name, :description, :tags, :chat, :format, :steps, :at, :userId, :owner, :deleted, :calculatedAt,
         :calculationId)`,
    ),
    update: database.prepare(
      `UPDATE actions SET name = :name, description = :description, tags = :tags, owner_id = :owner, post_to_chat = :chat,
         chat_message_format = :format, steps = :steps, deleted = :deleted, last_calculated_at = :calculatedAt
       WHERE id = :id`,
    ),
    point: database.prepare<[number, number]>('UPDATE actions SET calculation_id = ? WHERE id = ?'),
    addCalculation: database.prepare<[number, number, number]>(
      'INSERT INTO action_calculations (project_id, from_id, next_id) VALUES (?, ?, ?)',
    ),
  };
}
