import type { TakenRow } from '../../projects/definitions/definition-table.ts';

/** Returns the actions among rows that were taken from another server whose steps differ, or that were restored. */
export function changedMatches(rows: readonly TakenRow[]): { id: number; projectId: number }[] {
  return rows.flatMap(({ table, projectId, before, after }) => {
    if (table !== 'actions' || projectId === null || after === null) return [];
    const isRestored = before?.deleted === 1 && after.deleted === 0;
    return before?.steps !== after.steps || isRestored ? [{ id: Number(after.id), projectId }] : [];
  });
}
