import type { Database } from '../database/open.ts';
import type { Writer } from '../database/writer.ts';

const rowsAtOnce = 500;

/** All that belongs to a project, what refers to others first; `own` tells its rows where they do not name the project. */
const tables: readonly [table: string, key: string, own?: string][] = [
  ['experiment_changes', 'id'],
  ['experiments', 'id'],
  ['exposures', 'value_id, timestamp, event_id', 'value_id IN (SELECT id FROM exposure_values WHERE project_id = ?)'],
  ['exposure_values', 'id'],
  ['carried_flags', 'flag_key'],
  // Their matches go once no action points to them.
  ['actions', 'id'],
  ['chat_settings', 'project_id'],
  ['chat_deliveries', 'id'],
  ['flag_changes', 'id'],
  ['flag_overrides', 'id'],
  ['flag_first_ids', 'id'],
  ['flag_usage', 'slot'],
  ['wanted_flags', 'key'],
  ['decides', 'id'],
  ['flags', 'id'],
  ['events', 'id'],
  ['discards', 'id'],
  ['requests', 'id'],
  ['distinct_ids', 'id'],
  ['persons', 'id'],
  ['groups', 'id'],
  ['group_types', 'type_index'],
  ['event_names', 'id'],
  ['totals', 'project_id'],
  ['arrivals', 'slot'],
];

/**
 * Removes what deleted projects hold, slice by slice between other writes, until the signal aborts; the next call goes on where
 * this one stopped.
 */
export async function removeDeletedProjects(database: Database, writer: Writer, signal: AbortSignal): Promise<void> {
  const deleted = database.prepare<[], { id: number }>('SELECT id FROM projects WHERE deleted_at IS NOT NULL').all();
  for (const { id } of deleted) {
    for (const [table, key, own = 'project_id = ?'] of tables) {
      const remove = database.prepare<[number, number, number]>(
        `DELETE FROM ${table} WHERE ${own} AND (${key}) IN (SELECT ${key} FROM ${table} WHERE ${own} LIMIT ?)`,
      );
      while ((await writer.runPatiently(() => remove.run(id, id, rowsAtOnce).changes)) > 0) if (signal.aborted) return;
    }
    if (signal.aborted) return;
    const removeProject = database.prepare<[number]>('DELETE FROM projects WHERE id = ?');
    await writer.runPatiently(() => removeProject.run(id));
  }
}
