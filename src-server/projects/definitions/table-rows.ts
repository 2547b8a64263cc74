import type { Database } from '../../database/open.ts';
import type { DefinitionTable, DefinitionValue } from './definition-table.ts';
import type { Definitions } from './definitions-contract.ts';

/** The columns of a table that are definitions, and of these those that identify a row. */
export type TableColumns = { columns: string[]; keys: string[] };

export function columnsOf(database: Database, { table, local = {} }: DefinitionTable): TableColumns {
  const all = database
    .prepare<[string], { name: string; pk: number }>('SELECT name, pk FROM pragma_table_info(?) ORDER BY cid')
    .all(table)
    .filter(({ name }) => !Object.hasOwn(local, name));
  return { columns: all.map(({ name }) => name), keys: all.flatMap(({ name, pk }) => (pk > 0 ? [name] : [])) };
}

const ofLiveProjects = 'project_id IN (SELECT id FROM projects WHERE deleted_at IS NULL)';

export function readTables(database: Database, tables: readonly DefinitionTable[]): Definitions['tables'] {
  return Object.fromEntries(
    tables.map((one) => {
      const { columns, keys } = columnsOf(database, one);
      return [
        one.table,
        { columns, rows: readRows(database, one.table, { columns, keys }, one.own ?? ofLiveProjects) },
      ];
    }),
  );
}

export const readRows = (
  database: Database,
  table: string,
  { columns, keys }: TableColumns,
  where: string,
): DefinitionValue[][] =>
  database
    .prepare<[], DefinitionValue[]>(
      `SELECT ${columns.join(', ')} FROM ${table} WHERE ${where} ORDER BY ${keys.join(', ')}`,
    )
    .raw()
    .all();
