import { removeBatchSize } from '../core/limits-contract.ts';
import type { Database } from '../database/open.ts';
import type { Writer } from '../database/writer.ts';
import type { DefinedRows } from './definitions/definition-table.ts';

/**
 * A table with rows of projects. `key`: columns that identify a row within a project; default: `id`. `own`: the condition for a
 * project's rows; default: the column `project_id`. `among`: the condition for the rows that the keys are taken from, if a key
 * identifies several. `defines`: how another server takes its rows; null: they are not definitions.
 */
export type ProjectTable = ProjectRows & { defines: DefinedRows | null };
type ProjectRows = { table: string; key?: string; own?: string; among?: string };

/** Deleted by a cascade; listed so that every table is declared. */
export const projectOwnTables: readonly ProjectTable[] = [
  { table: 'sessions', own: 'personal_key_id IN (SELECT id FROM personal_keys WHERE project_id = ?)', defines: null },
  { table: 'personal_keys', defines: null },
  { table: 'project_keys', defines: { unique: 'value', isUniqueOnServer: true, local: { last_used_at: 'NULL' } } },
  { table: 'experiment_exclusions', defines: {} },
];

/**
 * Deletes the rows of deleted projects in slices between other writes, until the signal aborts; the next call continues. List
 * referring tables first.
 */
export async function removeDeletedProjects(
  database: Database,
  writer: Writer,
  tables: readonly ProjectRows[],
  signal: AbortSignal,
): Promise<void> {
  const deleted = database.prepare<[], number>('SELECT id FROM projects WHERE deleted_at IS NOT NULL').pluck().all();
  const removeProject = database.prepare<[number]>('DELETE FROM projects WHERE id = ?');
  for (const id of deleted) {
    for (const { table, key = 'id', own = 'project_id = ?', among = 'true' } of tables) {
      const remove = database.prepare<[number, number, number]>(
        `DELETE FROM ${table} WHERE ${own} AND (${key}) IN (SELECT ${key} FROM ${table} WHERE ${own} AND ${among} LIMIT ?)`,
      );
      while ((await writer.runInBackground(() => remove.run(id, id, removeBatchSize).changes)) > 0)
        if (signal.aborted) return;
    }
    if (signal.aborted) return;
    await writer.runInBackground(() => removeProject.run(id));
  }
}
