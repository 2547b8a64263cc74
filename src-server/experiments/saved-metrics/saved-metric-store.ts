import type { Author } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { requireUnique } from '../../core/errors/not-unique.ts';
import type { Listing, Page } from '../../core/page.ts';
import { containsSearch, searchValue } from '../../core/sql.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import type { UserOf } from '../../projects/user-store.ts';
import { statusSql } from '../lifecycle/life-cycle.ts';
import type { SavedMetric, SavedMetricInput, SavedMetricUse } from './saved-metric-contract.ts';
import { metricsOfExperiment, namesSavedMetric } from './uses-sql.ts';

type Row = {
  id: number;
  name: string;
  description: string;
  filters: string;
  created_by: number | null;
  created_at: number;
  updated_at: number;
};
type UseRow = SavedMetricUse & { metric: number };
type Parts = { database: Database; clock: Clock; user: UserOf };

export type SavedMetricStore = ReturnType<typeof createSavedMetricStore>;

/**
 * Creates the store of saved metrics, with the experiments that use them. Synchronous; throws NotUnique for a name that another
 * one has.
 */
export function createSavedMetricStore({ database, clock, user }: Parts) {
  const sql = statements(database);

  function usesOf(projectId: number): (id: number) => SavedMetricUse[] {
    const all = sql.uses.all({ projectId, now: clock.now() });
    return (id) => all.filter(({ metric }) => metric === id).map(({ metric: _, ...use }) => use);
  }

  const shapeOf = (row: Row, experiments: SavedMetricUse[]): SavedMetric => ({
    ...row,
    filters: JSON.parse(row.filters),
    experiments,
    created_by: user(row.created_by),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });

  const requireFree = (projectId: number, name: string, id: number) =>
    requireUnique(sql.withName.get(projectId, name, id), 'saved metric', 'name', name);

  return {
    metric(projectId: number, id: number): SavedMetric | undefined {
      const row = sql.read.get(projectId, id);
      return row && shapeOf(row, usesOf(projectId)(id));
    },
    list(projectId: number, search: string, { limit, offset }: Page): Listing<SavedMetric> {
      const values = { projectId, search: searchValue(search) };
      const uses = usesOf(projectId);
      const rows = sql.list.all({ ...values, limit, offset });
      return { total: sql.count.get(values) ?? 0, results: rows.map((row) => shapeOf(row, uses(row.id))) };
    },
    insert({ projectId, userId }: Author, { name, description, filters }: SavedMetricInput): number {
      requireFree(projectId, name, 0);
      const at = clock.now();
      const row = { projectId, name, description, filters: JSON.stringify(filters), userId, at };
      return Number(sql.insert.run(row).lastInsertRowid);
    },
    /** Keeps the former filters for experiments that ended before. Writes nothing if nothing changes. */
    update(projectId: number, before: SavedMetric, { name, description, filters }: SavedMetricInput): void {
      const { id } = before;
      requireFree(projectId, name, id);
      const [old, text, at] = [JSON.stringify(before.filters), JSON.stringify(filters), clock.now()];
      if (old === text && name === before.name && description === before.description) return;
      if (old !== text) sql.keep.run(projectId, id, old, at);
      sql.update.run({ id, name, description, filters: text, at });
    },
    remove: (id: number): void => void sql.remove.run(id),
  };
}

type Found = { projectId: number; search: string };

function statements(database: Database) {
  const select = 'SELECT id, name, description, filters, created_by, created_at, updated_at FROM saved_metrics';
  const found = `project_id = :projectId AND ${containsSearch('name', 'description')}`;
  return {
    read: database.prepare<[number, number], Row>(`${select} WHERE project_id = ? AND id = ?`),
    list: database.prepare<Found & Page, Row>(
      `${select} WHERE ${found} ORDER BY name COLLATE NOCASE, id LIMIT :limit OFFSET :offset`,
    ),
    count: database.prepare<Found, number>(`SELECT count(*) FROM saved_metrics WHERE ${found}`).pluck(),
    withName: database.prepare<[number, string, number], { id: number }>(
      'SELECT id FROM saved_metrics WHERE project_id = ? AND name = ? AND id <> ?',
    ),
    uses: database.prepare<{ projectId: number; now: number }, UseRow>(
      `SELECT DISTINCT e.id, e.name, ${statusSql} AS status, t.atom AS metric
       FROM experiments e, ${metricsOfExperiment}
       WHERE e.project_id = :projectId AND e.deleted_at IS NULL AND ${namesSavedMetric}
       ORDER BY e.id DESC`,
    ),
    insert: database.prepare(
      `INSERT INTO saved_metrics (project_id, name, description, filters, created_by, created_at, updated_at)
       VALUES (:projectId, :name, :description, :filters, :userId, :at, :at)`,
    ),
    update: database.prepare(
      'UPDATE saved_metrics SET name = :name, description = :description, filters = :filters, updated_at = :at WHERE id = :id',
    ),
    keep: database.prepare<[number, number, string, number]>(
      'INSERT INTO saved_metric_versions (project_id, metric_id, filters, until) VALUES (?, ?, ?, ?)',
    ),
    remove: database.prepare<[number]>('DELETE FROM saved_metrics WHERE id = ?'),
  };
}
