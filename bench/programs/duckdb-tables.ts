import type { DuckDBConnection } from '@duckdb/node-api';
import type { Database } from '../../src-server/database/open.ts';
import { median } from '../figures/numbers.ts';

export type Columns = Record<string, 'INTEGER' | 'BIGINT' | 'VARCHAR'>;
type Copy = { connection: DuckDBConnection; database: Database; name: string; columns: Columns; sql: string };

/** Copies the result of `sql` from SQLite into a DuckDB table; returns the number of rows. */
export async function copyTable({ connection, database, name, columns, sql }: Copy): Promise<number> {
  const defined = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  await connection.run(`CREATE TABLE ${name} (${defined.join(', ')})`);
  const table = await connection.createAppender(name);
  const append = Object.values(columns).map((type) => (value: number | string) => {
    if (type === 'VARCHAR') table.appendVarchar(String(value));
    else if (type === 'BIGINT') table.appendBigInt(BigInt(value));
    else table.appendInteger(Number(value));
  });
  let rows = 0;
  for (const row of database.prepare<[], (number | string)[]>(sql).raw().iterate()) {
    for (const [index, value] of row.entries()) append[index]?.(value);
    table.endRow();
    rows += 1;
  }
  table.closeSync();
  return rows;
}

/** Returns the median time of a query in ms. */
export async function timeOf(asks: number, ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < asks; index++) {
    const started = performance.now();
    await ask();
    times.push(performance.now() - started);
  }
  return median(times);
}
