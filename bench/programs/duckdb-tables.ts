import type { DuckDBConnection } from '@duckdb/node-api';
import type { Database } from '../../src-server/database/open.ts';
import { median } from '../figures/numbers.ts';
import { timesOf } from '../times.ts';

export type Columns = Record<string, 'INTEGER' | 'BIGINT' | 'VARCHAR'>;
type Copy = { connection: DuckDBConnection; database: Database; name: string; columns: Columns; sql: string };

/** Copies the result of `sql` from SQLite into a DuckDB table. */
export async function copyTable({ connection, database, name, columns, sql }: Copy): Promise<void> {
  const defined = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  await connection.run(`CREATE TABLE ${name} (${defined.join(', ')})`);
  const table = await connection.createAppender(name);
  const append = Object.values(columns).map((type) => (value: number | string) => {
    if (type === 'VARCHAR') table.appendVarchar(String(value));
    else if (type === 'BIGINT') table.appendBigInt(BigInt(value));
    else table.appendInteger(Number(value));
  });
  for (const row of database.prepare<[], (number | string)[]>(sql).raw().iterate()) {
    for (const [index, value] of row.entries()) append[index]?.(value);
    table.endRow();
  }
  table.closeSync();
}

/** Returns the median time of a query in ms. */
export const timeOf = async (asks: number, ask: () => Promise<unknown>) => median(await timesOf(asks, ask));
