import type { Database } from '../database/open.ts';
import { type DiffMask, maxDiffMasks } from './contract.ts';

type Row = Pick<DiffMask, 'event' | 'property'> & { is_masked: 0 | 1 };

export type DiffMaskStore = ReturnType<typeof createDiffMaskStore>;

export function createDiffMaskStore(database: Database) {
  const read = database.prepare<[number], Row>(
    'SELECT event, property, is_masked FROM diff_masks WHERE project_id = ? ORDER BY id',
  );
  const clear = database.prepare<[number]>('DELETE FROM diff_masks WHERE project_id = ?');
  const add = database.prepare<[number, string | null, string, number]>(
    'INSERT INTO diff_masks (project_id, event, property, is_masked) VALUES (?, ?, ?, ?)',
  );
  const forget = database.prepare<[number, string | null, string]>(
    'DELETE FROM diff_masks WHERE project_id = ? AND event IS ? AND property = ?',
  );
  const count = database.prepare<[number], number>('SELECT count(*) FROM diff_masks WHERE project_id = ?').pluck();
  return {
    masks: (projectId: number): DiffMask[] =>
      read.all(projectId).map(({ is_masked, ...mask }) => ({ ...mask, is_masked: is_masked === 1 })),
    replace: database.transaction((projectId: number, masks: readonly DiffMask[]) => {
      clear.run(projectId);
      for (const { event, property, is_masked } of masks) add.run(projectId, event, property, is_masked ? 1 : 0);
    }),
    /** Sets a mask, replacing one of the same event and property. Returns false if there are too many. */
    set: database.transaction((projectId: number, { event, property, is_masked }: DiffMask): boolean => {
      forget.run(projectId, event, property);
      if ((count.get(projectId) ?? 0) >= maxDiffMasks) return false;
      add.run(projectId, event, property, is_masked ? 1 : 0);
      return true;
    }),
    /** Removes a mask; returns false if there is none. */
    remove: (projectId: number, { event, property }: Pick<DiffMask, 'event' | 'property'>): boolean =>
      forget.run(projectId, event, property).changes > 0,
  };
}
