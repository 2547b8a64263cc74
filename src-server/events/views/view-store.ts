import type { Clock } from '../../core/clock.ts';
import { existing } from '../../core/sql.ts';
import type { Database } from '../../database/open.ts';
import type { SavedView, SavedViewInput } from './view-contract.ts';

export type ViewStore = ReturnType<typeof createViewStore>;

export function createViewStore(database: Database, clock: Clock) {
  const list = database.prepare<[number], SavedView>(
    'SELECT id, name, filter, status FROM saved_views WHERE project_id = ? ORDER BY name COLLATE NOCASE, id',
  );
  const put = database.prepare<[number, string, string, string | null, number], SavedView>(
    `INSERT INTO saved_views (project_id, name, filter, status, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (project_id, name) DO UPDATE SET filter = excluded.filter, status = excluded.status
     RETURNING id, name, filter, status`,
  );
  const remove = database.prepare<[number, number]>('DELETE FROM saved_views WHERE project_id = ? AND id = ?');
  return {
    list: (projectId: number): SavedView[] => list.all(projectId),
    put: (projectId: number, { name, filter, status }: SavedViewInput): SavedView =>
      existing(put.get(projectId, name, filter, status, clock.now())),
    /** Removes a view; returns whether it existed. */
    remove: (projectId: number, id: number): boolean => remove.run(projectId, id).changes > 0,
  };
}
