import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { openReader } from '../src-server/database/open.ts';
import { median } from './report.ts';

/**
 * The peer of counting: DuckDB, an engine made for questions that read all rows, over the same rows. What reads SQLite files
 * is an extension that it downloads, so the columns that the questions need are copied into tables of its own first; that
 * takes `load_seconds` and is no part of the other times (ms, medians).
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

const options = JSON.parse(process.argv[2] ?? '{}') as DuckdbOptions;
console.log(JSON.stringify(await answer(options)));

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

async function timeOf(asks: number, ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < asks; index++) {
    const started = performance.now();
    await ask();
    times.push(performance.now() - started);
  }
  return median(times);
}

/** Answers how many events there are. */
async function copyTables(connection: DuckDBConnection, dataDir: string): Promise<number> {
  await connection.run(`CREATE TABLE events (name_id INTEGER, distinct_ref INTEGER, moment BIGINT);
    CREATE TABLE distinct_ids (distinct_ref INTEGER, person_id INTEGER);
    CREATE TABLE event_names (name_id INTEGER, name VARCHAR)`);
  const database = openReader(dataDir);
  const rowsOf = (sql: string) => database.prepare<[], [number, number | string, number]>(sql).raw().iterate();
  const events = await connection.createAppender('events');
  let rows = 0;
  for (const [name, distinctRef, at] of rowsOf('SELECT name_id, distinct_ref, timestamp FROM events')) {
    events.appendInteger(name);
    events.appendInteger(Number(distinctRef));
    events.appendBigInt(BigInt(at));
    events.endRow();
    rows += 1;
  }
  events.closeSync();
  const ids = await connection.createAppender('distinct_ids');
  for (const [id, person] of rowsOf('SELECT id, person_id FROM distinct_ids')) {
    ids.appendInteger(id);
    ids.appendInteger(Number(person));
    ids.endRow();
  }
  ids.closeSync();
  const names = await connection.createAppender('event_names');
  for (const [id, name] of rowsOf('SELECT id, name FROM event_names')) {
    names.appendInteger(id);
    names.appendVarchar(String(name));
    names.endRow();
  }
  names.closeSync();
  database.close();
  return rows;
}
