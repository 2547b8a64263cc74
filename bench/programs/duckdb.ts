import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { openReader } from '../../src-server/database/open.ts';
import { answerBench } from './child.ts';
import { type Columns, copyTable, timeOf } from './duckdb-tables.ts';

/**
 * The peer of counting: DuckDB, an engine for queries that read all rows, over the same rows. Its reader of SQLite files is a
 * download, so the needed columns are copied into DuckDB tables first; this takes `load_seconds`, which the other times (ms,
 * medians) exclude.
 */
export type DuckdbOptions = { dataDir: string; event: string; asks: number };
export type DuckdbAnswer = {
  load_seconds: number;
  rows: number;
  count: number;
  people_count: number;
  days: number;
  count_ms: number;
  people_ms: number;
};

await answerBench(answer);

async function answer({ dataDir, event, asks }: DuckdbOptions): Promise<DuckdbAnswer> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const started = performance.now();
  const rows = await copyTables(connection, dataDir);
  const load_seconds = (performance.now() - started) / 1000;
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
    load_seconds,
    rows,
    count: Number(row?.count),
    people_count: Number(row?.people),
    days: (await series()).length,
    count_ms: await timeOf(asks, async () => [await whole(), await series()]),
    people_ms: await timeOf(asks, async () => [await newest(), await whole()]),
  };
}

/** Returns the number of events. */
async function copyTables(connection: DuckDBConnection, dataDir: string): Promise<number> {
  const database = openReader(dataDir);
  const copy = (name: string, columns: Columns, sql: string) => copyTable({ connection, database, name, columns, sql });
  const rows = await copy(
    'events',
    { name_id: 'INTEGER', distinct_ref: 'INTEGER', moment: 'BIGINT' },
    'SELECT name_id, distinct_ref, timestamp FROM events',
  );
  const ids: Columns = { distinct_ref: 'INTEGER', person_id: 'INTEGER' };
  await copy('distinct_ids', ids, 'SELECT id, person_id FROM distinct_ids');
  await copy('event_names', { name_id: 'INTEGER', name: 'VARCHAR' }, 'SELECT id, name FROM event_names');
  database.close();
  return rows;
}
