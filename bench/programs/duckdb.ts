import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { openReader } from '../../src-server/database/open.ts';
import { answerBench } from './child.ts';
import { type Columns, copyTable, timeOf } from './duckdb-tables.ts';

/**
 * The peer of counting: DuckDB, an engine for queries that read all rows, over the same rows. Its reader of SQLite files is a
 * download, so the needed columns are copied into DuckDB tables first, which the times (ms, medians) exclude.
 */
export type DuckdbOptions = { dataDir: string; event: string; asks: number };
export type DuckdbAnswer = {
  count: number;
  people_count: number;
  count_ms: number;
  people_ms: number;
};

await answerBench(answer);

async function answer({ dataDir, event, asks }: DuckdbOptions): Promise<DuckdbAnswer> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await copyTables(connection, dataDir);
  const matches = `FROM events JOIN distinct_ids USING (distinct_ref)
    WHERE name_id = (SELECT name_id FROM event_names WHERE name = $event)`;
  const ask = async (sql: string) => (await connection.runAndReadAll(sql, { event })).getRowObjectsJson();
  const whole = () => ask(`SELECT count(*) AS count, count(DISTINCT person_id) AS people ${matches}`);
  const series = () =>
    ask(`SELECT moment // 86400000 AS day, count(*), count(DISTINCT person_id) ${matches} GROUP BY day ORDER BY day`);
  const newest = () =>
    ask(
      `SELECT person_id, count(*), max(moment) AS last_at ${matches} GROUP BY person_id ORDER BY last_at DESC LIMIT 100`,
    );
  const [row] = await whole();
  return {
    count: Number(row?.count),
    people_count: Number(row?.people),
    count_ms: await timeOf(asks, async () => [await whole(), await series()]),
    people_ms: await timeOf(asks, async () => [await newest(), await whole()]),
  };
}

async function copyTables(connection: DuckDBConnection, dataDir: string): Promise<void> {
  const database = openReader(dataDir);
  const copy = (name: string, columns: Columns, sql: string) => copyTable({ connection, database, name, columns, sql });
  await copy(
    'events',
    { name_id: 'INTEGER', distinct_ref: 'INTEGER', moment: 'BIGINT' },
    'SELECT name_id, distinct_ref, timestamp FROM events',
  );
  const ids: Columns = { distinct_ref: 'INTEGER', person_id: 'INTEGER' };
  await copy('distinct_ids', ids, 'SELECT id, person_id FROM distinct_ids');
  await copy('event_names', { name_id: 'INTEGER', name: 'VARCHAR' }, 'SELECT id, name FROM event_names');
  database.close();
}
