import type { Database } from '../database/open.ts';
import type { Writer } from '../database/writer.ts';

/**
 * A table that holds rows of projects. `key` are the columns that tell its rows apart within a project; `own` is the condition on
 * one project's rows, by default on the column `project_id`.
 */
export type ProjectTable = { table: string; key: string; own?: string };

/** Removed at once with the project; declared so that no table is declared nowhere. */
export const projectOwnTables: readonly ProjectTable[] = [
  { table: 'sessions', key: 'id', own: 'personal_key_id IN (SELECT id FROM personal_keys WHERE project_id = ?)' },
  { table: 'personal_keys', key: 'id' },
  { table: 'project_keys', key: 'id' },
];

/** Few enough that a slice takes a few milliseconds: captures wait for it. */
const batchSize = 200;

/**
 * Removes the rows of deleted projects in the background, slice by slice between other writes, until the signal aborts; the next
 * call resumes where this one stopped. Of `tables` those that refer to others come first.
 */
export async function removeDeletedProjects(
  database: Database,
  writer: Writer,
  tables: readonly ProjectTable[],
  signal: AbortSignal,
): Promise<void> {
  const deleted = database.prepare<[], number>('SELECT id FROM projects WHERE deleted_at IS NOT NULL').pluck().all();
  const removeProject = database.prepare<[number]>('DELETE FROM projects WHERE id = ?');
  for (const id of deleted) {
    for (const { table, key, own = 'project_id = ?' } of tables) {
      const remove = database.prepare<[number, number, number]>(
        `DELETE FROM ${table} WHERE ${own} AND (${key}) IN (SELECT ${key} FROM ${table} WHERE ${own} LIMIT ?)`,
      );
      while ((await writer.runInBackground(() => remove.run(id, id, batchSize).changes)) > 0)
        if (signal.aborted) return;
    }
    if (signal.aborted) return;
    await writer.runInBackground(() => removeProject.run(id));
  }
}
