import type { Database } from '../../database/open.ts';
import type { DefinitionTable } from './definition-table.ts';

/** Which data folder the definitions here are of, and when they were taken last, ms UTC. */
type Origin = { source: string; taken_at: number };

export function createDefinitionsStore(database: Database) {
  const read = database.prepare<[], Origin>('SELECT source, taken_at FROM definitions_origin');
  const clear = database.prepare('DELETE FROM definitions_origin');
  const insert = database.prepare<[string, number]>('INSERT INTO definitions_origin (source, taken_at) VALUES (?, ?)');
  return {
    /** Returns where definitions were last taken from; undefined before the first time. */
    origin: (): Origin | undefined => read.get(),
    /** Stores the origin of definitions; call it in the transaction that takes them. */
    setOrigin({ source, taken_at: at }: Origin): void {
      clear.run();
      insert.run(source, at);
    },
  };
}

/** Tables with rows that the first start on a folder creates. */
const madeAtFirst = new Set(['users', 'projects', 'project_keys']);

/** Reports whether a folder has its own events or definitions, which those of another server would replace. */
export function hasOwnData(database: Database, tables: readonly DefinitionTable[]): boolean {
  const isUsed = (from: string) => database.prepare(`SELECT 1 FROM ${from}`).get() !== undefined;
  return (
    ['events', 'discards WHERE project_id IS NOT NULL'].some(isUsed) ||
    tables.some(({ table }) => (madeAtFirst.has(table) ? isUsed(`${table} WHERE id > 1`) : isUsed(table)))
  );
}
