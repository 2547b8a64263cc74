import type { Server } from './connection.ts';

/**
 * Returns the rows of all partitions of a table, queried one by one: FINAL keeps a block of each part in memory, and a partition
 * has few. `sqlOf` returns a query of one month.
 */
export async function queryMonths<Row>(
  { query }: Pick<Server, 'query'>,
  table: string,
  sqlOf: (month: number) => string,
): Promise<Row[]> {
  const [server] = await query<{ version: string }>('SELECT version() AS version');
  const settings = finalSettings(server?.version ?? '');
  const rows: Row[] = [];
  for (const { month } of await query<{ month: number }>(`SELECT DISTINCT month FROM ${table} ORDER BY month`)) {
    for (const row of await query<Row>(`${sqlOf(month)} ${settings}`)) rows.push(row);
  }
  return rows;
}

/**
 * Returns the end of a query with FINAL, by the version of the server. Copies of an event are in one partition, so none needs to be
 * merged with another: new versions then take a fraction of the time, and version 18 does not know the setting.
 */
export const finalSettings = (version: string): string =>
  Number.parseInt(version, 10) > 20 ? 'SETTINGS do_not_merge_across_partitions_select_final = 1' : '';
