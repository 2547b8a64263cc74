import type { Author } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import type { Page } from '../core/page.ts';
import { labeledSql, labelValues, orderBy } from '../core/sort.ts';
import { containsSearch, existing, searchValue } from '../core/sql.ts';
import { isoTime } from '../core/text/time-contract.ts';
import type { Database } from '../database/open.ts';
import { servesOf } from '../flags/evaluation/serves.ts';
import type { UserOf } from '../projects/user-store.ts';
import type { Conclusion, Experiment, ExperimentQuery, ExperimentState } from './contract.ts';
import { ending as storedEnding } from './decision/ending-contract.ts';
import { lacksCode, requestedRecently } from './lifecycle/flag/missing-code.ts';
import { withFlag } from './lifecycle/flag/variants.ts';
import { launchFactsSql, launchWarningsOf } from './lifecycle/launch/launch-facts.ts';
import { occupiesFlagSql, runOf, statusOf, statusSql } from './lifecycle/life-cycle.ts';
import { undoObstacleOf } from './lifecycle/undo-obstacle.ts';
import type { experimentSort } from './list-contract.ts';
import { usesAction, usesSavedMetric } from './saved-metrics/uses-sql.ts';

type Row = {
  id: number;
  project_id: number;
  name: string;
  description: string;
  start_at: number | null;
  end_at: number | null;
  parameters: string;
  secondary_metrics: string;
  filters: string;
  archived: number;
  conclusion: Conclusion | null;
  conclusion_comment: string;
  created_by: number | null;
  created_at: number;
  updated_at: number;
  flag_id: number;
  owns_flag: number;
  tags: string;
  owner_id: number | null;
  deleted_at: number | null;
  flag_key: string;
  flag_active: number;
  flag_deleted: number;
  flag_filters: string;
  flag_version: number;
  ending: string | null;
  lacks_code: number;
  launch_facts: string | null;
  occupant: string | null;
};

/** The flag of an experiment; `isOwn` if created with it. */
export type Link = { flagId: number; isOwn: boolean };

type Parts = { database: Database; clock: Clock; user: UserOf };

export type ExperimentStore = ReturnType<typeof createExperimentStore>;

/** Creates the store of experiments, combined with their flags. Synchronous. */
export function createExperimentStore({ database, clock, user }: Parts) {
  const sql = statements(database);
  const shapeOf = (row: Row) => toExperiment(row, clock.now(), user);
  const times = () => {
    const now = clock.now();
    return { now, ...requestedRecently(now) };
  };
  const read = (projectId: number, id: number) => sql.read.get({ projectId, id, ...times() });
  const page = ({ total, rows }: { total: number; rows: Row[] }) => ({ total, results: rows.map(shapeOf) });

  return {
    experiment(projectId: number, id: number): Experiment | undefined {
      const row = read(projectId, id);
      return row?.deleted_at === null ? shapeOf(row) : undefined;
    },
    /** Returns an experiment, deleted or not. */
    anyExperiment(projectId: number, id: number): Experiment | undefined {
      const row = read(projectId, id);
      return row && shapeOf(row);
    },
    linkOf(projectId: number, id: number): Link {
      const { flagId, owns } = existing(sql.link.get(projectId, id));
      return { flagId, isOwn: owns === 1 };
    },
    insert({ projectId, userId }: Author, state: ExperimentState, link: Link): number {
      const row = { ...columnsOf(state, link), projectId, userId, at: clock.now() };
      return Number(sql.insert.run(row).lastInsertRowid);
    },
    update(id: number, state: ExperimentState, link: Link): number {
      sql.update.run({ ...columnsOf(state, link), id });
      return id;
    },
    /** Records the flag change made by the launch, or null. */
    launched(id: number, flagId: number | null): void {
      sql.launched.run(flagId, id);
    },
    setMetrics: (id: number, filters: object, secondary: object): void =>
      void sql.setMetrics.run(JSON.stringify(filters), JSON.stringify(secondary), id),
    touch: (id: number): void => void sql.touch.run(clock.now(), id),
    /** Marks an experiment as deleted. `tookFlag`: its flag is deleted with it. */
    setDeleted: (id: number, tookFlag: boolean): void => void sql.setDeleted.run(clock.now(), Number(tookFlag), id),
    /** Returns whether its flag was deleted with it. */
    setRestored: (id: number): boolean => sql.restore.get(id) === 1,
    /** Returns the name of another experiment that uses the flag now or has a future start with it. */
    rival: (flagId: number, id: number): string | undefined => sql.rival.get({ flagId, id, now: clock.now() }),
    /** Returns the experiment that runs on the flag. */
    runningOn: (flagId: number): { id: number; name: string } | undefined =>
      sql.runningOn.get({ flagId, now: clock.now() }),
    isShared: (flagId: number, id: number): boolean => sql.sharing.get(flagId, id) !== undefined,

    listExperiments(projectId: number, query: ExperimentQuery, { limit, offset }: Page) {
      const values = { projectId, ...experimentQueryValues(query), ...times() };
      const list = database.prepare<Conditions & Page, Row>(sql.listIn(orderBy(query.sort, sortExpressions, 'e.id')));
      return page({ total: sql.count.get(values) ?? 0, rows: list.all({ ...values, limit, offset }) });
    },
    /** Lists running experiments of all projects, those started last first. */
    listRunning: (limit: number): { projectId: number; experiment: Experiment }[] =>
      sql.running.all({ ...times(), limit }).map((row) => ({ projectId: row.project_id, experiment: shapeOf(row) })),
    /** Lists running experiments and drafts whose flag no code requests. */
    listMissingCode(projectId: number, { limit, offset }: Page) {
      const values = { projectId, ...times() };
      const rows = sql.missingCode.all({ ...values, limit, offset });
      return page({ total: sql.countMissingCode.get(values) ?? 0, rows });
    },
  };
}

const columnsOf = (state: ExperimentState, { flagId, isOwn }: Link) => ({
  name: state.name,
  description: state.description,
  ...runOf(state),
  key: state.feature_flag_key,
  flagId,
  ownsFlag: Number(isOwn),
  parameters: JSON.stringify(state.parameters),
  secondary: JSON.stringify(state.secondary_metrics),
  filters: JSON.stringify(state.filters),
  archived: Number(state.archived),
  conclusion: state.conclusion,
  comment: state.conclusion_comment,
  tags: JSON.stringify(state.tags),
  owner: state.owner_id,
});

function toExperiment(row: Row, now: number, user: UserOf): Experiment {
  const run = { start: row.start_at, end: row.end_at };
  const state = {
    name: row.name,
    description: row.description,
    start_date: isoTime(run.start),
    end_date: isoTime(run.end),
    feature_flag_key: row.flag_key,
    parameters: JSON.parse(row.parameters),
    secondary_metrics: JSON.parse(row.secondary_metrics),
    filters: JSON.parse(row.filters),
    archived: row.archived === 1,
    conclusion: row.conclusion,
    conclusion_comment: row.conclusion_comment,
    ending: storedEnding.nullable().parse(JSON.parse(row.ending ?? 'null')),
    tags: JSON.parse(row.tags),
    owner_id: row.owner_id,
  };
  const flag = {
    active: row.flag_active === 1,
    deleted: row.flag_deleted === 1,
    filters: JSON.parse(row.flag_filters),
  };
  const occupant: Experiment['occupant'] = JSON.parse(row.occupant ?? 'null');
  const experiment = {
    id: row.id,
    ...withFlag(state, { key: row.flag_key, filters: flag.filters }),
    feature_flag: flag.deleted ? null : row.flag_id,
    serves: servesOf(flag),
    occupant,
    can_undo_stop:
      state.ending !== null &&
      undoObstacleOf(state.ending, {
        version: row.flag_version,
        isTaken: occupant !== null && occupant.id !== row.id,
      }) === null,
    status: statusOf(run, now),
    lacks_code: row.lacks_code === 1,
    owner: user(row.owner_id),
    created_by: user(row.created_by),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    deleted_at: isoTime(row.deleted_at),
  };
  return { ...experiment, launch_warnings: launchWarningsOf(experiment, flag, row.launch_facts) };
}

const experimentQueryValues = ({ search, status, archived, deleted, ...query }: ExperimentQuery) => ({
  search: searchValue(search),
  status: status ?? null,
  archived: archived === undefined ? null : Number(archived === 'true'),
  deleted: Number(deleted === 'true'),
  flagId: query.feature_flag ?? null,
  actionId: query.action === undefined ? null : String(query.action),
  savedMetricId: query.saved_metric ?? null,
  ...labelValues(query),
});

const sortExpressions: Record<(typeof experimentSort)[number], string> = {
  name: 'e.name COLLATE NOCASE',
  flag: 'f.key COLLATE NOCASE',
  status: `CASE ${statusSql} WHEN 'draft' THEN 0 WHEN 'running' THEN 1 ELSE 2 END`,
  owner: '(SELECT u.first_name FROM users u WHERE u.id = e.owner_id) COLLATE NOCASE',
  start_date: 'e.start_at',
  created_at: 'e.created_at',
  updated_at: 'e.updated_at',
};

type Now = { now: number } & ReturnType<typeof requestedRecently>;
type InProject = Now & { projectId: number };
type Conditions = InProject & ReturnType<typeof experimentQueryValues>;
type Rival = { flagId: number; id: number; now: number };

/** The ending is a field of the history only. */
const endingSql = `SELECT c.after -> '$.ending' FROM experiment_changes c
  WHERE c.experiment_id = e.id AND json_type(c.after, '$.ending') IS NOT NULL ORDER BY c.id DESC LIMIT 1`;
const occupantOf = (flag: string) =>
  `FROM experiments e WHERE e.flag_id = ${flag} AND e.deleted_at IS NULL AND ${occupiesFlagSql}`;
const columnsSql = `e.*, f.key AS flag_key, f.active AS flag_active, f.deleted AS flag_deleted, f.filters AS flag_filters,
  f.version AS flag_version,
  (${endingSql}) AS ending, (${lacksCode}) AS lacks_code,
  ${launchFactsSql} AS launch_facts,
  (SELECT json_object('id', e.id, 'name', e.name) ${occupantOf('f.id')} LIMIT 1) AS occupant`;
const joinedSql = 'FROM experiments e JOIN flags f ON f.id = e.flag_id';
const foundSql = `:projectId AND (e.deleted_at IS NOT NULL) = :deleted AND (:flagId IS NULL OR e.flag_id = :flagId)
  AND (:actionId IS NULL OR ${usesAction(':actionId')}) AND (:savedMetricId IS NULL OR ${usesSavedMetric(':savedMetricId')})
  AND ${labeledSql('e')} AND (:archived IS NULL OR e.archived = :archived) AND (:status IS NULL OR ${statusSql} = :status)
  AND ${containsSearch('e.name', 'e.description', 'f.key')}`;
const newestFirst = 'ORDER BY e.id DESC LIMIT :limit OFFSET :offset';
const linkSql = 'SELECT flag_id AS flagId, owns_flag AS owns FROM experiments WHERE project_id = ? AND id = ?';

function statements(database: Database) {
  const from = `${joinedSql} WHERE e.project_id =`;
  const select = `SELECT ${columnsSql} ${from}`;
  const missing = `:projectId AND e.deleted_at IS NULL AND e.archived = 0 AND ${statusSql} <> 'complete' AND ${lacksCode}`;
  return {
    read: database.prepare<InProject & { id: number }, Row>(`${select} :projectId AND e.id = :id`),
    link: database.prepare<[number, number], { flagId: number; owns: number }>(linkSql),
    listIn: (order: string) => `${select} ${foundSql} ${order} LIMIT :limit OFFSET :offset`,
    count: database.prepare<Conditions, number>(`SELECT count(*) ${from} ${foundSql}`).pluck(),
    running: database.prepare<Now & { limit: number }, Row>(
      `SELECT ${columnsSql} ${joinedSql} WHERE e.deleted_at IS NULL AND ${statusSql} = 'running' ORDER BY e.start_at DESC LIMIT :limit`,
    ),
    missingCode: database.prepare<InProject & Page, Row>(`${select} ${missing} ${newestFirst}`),
    countMissingCode: database.prepare<InProject, number>(`SELECT count(*) ${from} ${missing}`).pluck(),
    rival: database.prepare<Rival, string>(`SELECT e.name ${occupantOf(':flagId')} AND e.id <> :id LIMIT 1`).pluck(),
    runningOn: database.prepare<{ flagId: number; now: number }, { id: number; name: string }>(
      `SELECT e.id, e.name FROM experiments e WHERE e.flag_id = :flagId AND e.deleted_at IS NULL AND ${statusSql} = 'running'`,
    ),
    sharing: database.prepare<[number, number], { id: number }>(
      'SELECT id FROM experiments WHERE flag_id = ? AND id <> ? AND deleted_at IS NULL LIMIT 1',
    ),
    insert: database.prepare(
      `INSERT INTO experiments (project_id, name, description, start_at, end_at, feature_flag_key, flag_id, owns_flag,
         parameters, secondary_metrics, filters, archived, conclusion, conclusion_comment, tags, owner_id,
         created_by, created_at, updated_at)
       VALUES (:projectId, :name, :description, :start, :end, :key, :flagId, :ownsFlag, :parameters, :secondary, :filters,
         :archived, :conclusion, :comment, :tags, :owner, :userId, :at, :at)`,
    ),
    update: database.prepare(
      `UPDATE experiments SET name = :name, description = :description, start_at = :start, end_at = :end,
         feature_flag_key = :key, flag_id = :flagId, owns_flag = :ownsFlag, parameters = :parameters,
         secondary_metrics = :secondary, filters = :filters, archived = :archived, conclusion = :conclusion,
         conclusion_comment = :comment, tags = :tags, owner_id = :owner
       WHERE id = :id`,
    ),
    launched: database.prepare<[number | null, number]>(
      `UPDATE experiments SET launch_change = (SELECT max(id) FROM flag_changes WHERE flag_id = ? AND kind = 'updated')
       WHERE id = ?`,
    ),
    setMetrics: database.prepare<[string, string, number]>(
      'UPDATE experiments SET filters = ?, secondary_metrics = ? WHERE id = ?',
    ),
    touch: database.prepare<[number, number]>('UPDATE experiments SET updated_at = ? WHERE id = ?'),
    setDeleted: database.prepare<[number, number, number]>(
      'UPDATE experiments SET deleted_at = ?, took_flag = ? WHERE id = ?',
    ),
    restore: database
      .prepare<[number], number>('UPDATE experiments SET deleted_at = NULL WHERE id = ? RETURNING took_flag')
      .pluck(),
  };
}
