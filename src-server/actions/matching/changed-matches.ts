import type { TakenRow } from '../../projects/definitions/definition-table.ts';

/** Returns the restored actions, and those with changed steps, among rows taken from another server. */
export function changedMatches(rows: readonly TakenRow[]): { id: number; projectId: number }[] {
  return rows.flatMap(({ table, projectId, before, after }) => {
    if (table !== 'actions' || projectId === null || after === null) return [];
    const isRestored = before?.deleted === 1 && after.deleted === 0;
    return before?.steps !== after.steps || isRestored ? [{ id: Number(after.id), projectId }] : [];
  });
}
