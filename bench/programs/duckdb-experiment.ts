import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { openReader } from '../../src-server/database/open.ts';
import { answerBench } from './child.ts';
import { type Columns, copyTable, timeOf } from './duckdb-tables.ts';

/**
 * The peer of results: DuckDB computes their statistics (exposed persons, and persons by step, or events and their squared counts
 * by person; by variant and day) from the same columns. As in `duckdb.ts` these are copied first, which the times (ms, medians)
 * exclude.
 */
export type DuckdbExperimentOptions = {
  dataDir: string;
  flag: string;
  /** Milliseconds UTC. */
  start: number;
  end: number;
  windowDays: number;
  steps: string[];
  event: string;
  /** An event with a condition on a property, which DuckDB reads from the same JSON. */
  filtered: { event: string; key: string; values: string[] };
  asks: number;
};
/** `what`: `exposed`, `step <n>` or `events`; `variant`: JSON; `day`: days since 1970. */
export type Counted = { what: string; variant: string; day: number; count: number };
export type DuckdbExperimentAnswer = {
  funnel: Counted[];
  trend: Counted[];
  filtered: Counted[];
  funnel_ms: number;
  trend_ms: number;
  filtered_ms: number;
};

/** More than the number of event ids. */
const idSpan = 2 ** 24;

await answerBench(answer);

async function answer(options: DuckdbExperimentOptions): Promise<DuckdbExperimentAnswer> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await copyTables(connection, options);
  const ask = async (sql: string): Promise<Counted[]> => {
    const rows = (await connection.runAndReadAll(sql)).getRowObjectsJson();
    return rows.map(({ what, variant, day, count }) => ({
      what: String(what),
      variant: String(variant),
      day: Number(day),
      count: Number(count),
    }));
  };
  const [funnel, trend, filtered] = [funnelSql(options), trendSql(options), trendSql(options, filteredEvents(options))];
  return {
    funnel: await ask(funnel),
    trend: await ask(trend),
    filtered: await ask(filtered),
    funnel_ms: await timeOf(options.asks, () => ask(funnel)),
    trend_ms: await timeOf(options.asks, () => ask(trend)),
    filtered_ms: await timeOf(options.asks, () => ask(filtered)),
  };
}

function exposedSql({ flag, start, end }: DuckdbExperimentOptions): string {
  return `exposed AS MATERIALIZED (
    SELECT person_id, min(moment) AS since, min(value_id) AS value_id
    FROM exposures JOIN distinct_ids USING (distinct_ref)
    WHERE value_id IN (SELECT value_id FROM exposure_values WHERE flag_key = '${flag}') AND moment BETWEEN ${start} AND ${end}
    GROUP BY person_id HAVING min(value_id) = max(value_id))`;
}

function byDay(what: string, from: string, moment: string): string {
  return `SELECT '${what}' AS what, value AS variant,
    ${moment} // 86400000 AS day, count(*) AS count FROM ${from} JOIN exposure_values USING (value_id) GROUP BY value, day`;
}

function named(name: string): string {
  return `name_id = (SELECT name_id FROM event_names WHERE name = '${name}')`;
}

function filteredEvents({ filtered: { key, values } }: DuckdbExperimentOptions): string {
  const wanted = values.map((value) => `'${value}'`).join(', ');
  return `(SELECT * FROM with_properties WHERE json_extract_string(properties, '$.${key}') IN (${wanted}))`;
}

function trendSql(
  options: DuckdbExperimentOptions,
  events = `(SELECT * FROM events WHERE ${named(options.event)})`,
): string {
  return `WITH ${exposedSql(options)},
    matching AS MATERIALIZED (SELECT value_id, person_id, events.moment
      FROM ${events} events JOIN distinct_ids USING (distinct_ref) JOIN exposed USING (person_id)
      WHERE events.moment BETWEEN since AND ${options.end}),
    people AS (SELECT value_id, person_id, count(*) AS count FROM matching GROUP BY value_id, person_id)
    ${byDay('exposed', 'exposed', 'since')} UNION ALL ${byDay('events', 'matching', 'moment')} UNION ALL
    SELECT 'squares', value, 0, sum(count * count) FROM people JOIN exposure_values USING (value_id) GROUP BY value`;
}

function funnelSql(options: DuckdbExperimentOptions): string {
  const windowMs = options.windowDays * 86_400_000;
  // Time and id in one number: DuckDB joins by it a hundred times faster than by both.
  const position = `((events.moment - ${options.start}) * ${idSpan} + events.id)`;
  const steps = options.steps.map((name, index) => {
    const before = index === 0 ? '' : `JOIN step${index - 1} before USING (person_id)`;
    const isAfter = index === 0 ? 'true' : `${position} > before.reached`;
    // Compared outside the join: DuckDB would join by it with unbounded memory.
    return `step${index} AS MATERIALIZED (SELECT person_id, exposed.value_id, min(${position}) FILTER (
        WHERE events.moment BETWEEN since AND least(since + ${windowMs}, ${options.end}) AND ${isAfter}) AS reached
      FROM events JOIN distinct_ids USING (distinct_ref) JOIN exposed USING (person_id) ${before}
      WHERE ${named(name)} GROUP BY person_id, exposed.value_id HAVING reached IS NOT NULL)`;
  });
  const counts = options.steps.map((_, index) =>
    byDay(`step ${index}`, `step${index}`, `(${options.start} + reached // ${idSpan})`),
  );
  return `WITH ${[exposedSql(options), ...steps].join(', ')}
    ${[byDay('exposed', 'exposed', 'since'), ...counts].join(' UNION ALL ')}`;
}

async function copyTables(connection: DuckDBConnection, { dataDir, filtered }: DuckdbExperimentOptions): Promise<void> {
  const database = openReader(dataDir);
  const copy = (name: string, columns: Columns, sql: string) => copyTable({ connection, database, name, columns, sql });
  await copy(
    'events',
    { id: 'INTEGER', name_id: 'INTEGER', distinct_ref: 'INTEGER', moment: 'BIGINT' },
    'SELECT id, name_id, distinct_ref, timestamp FROM events',
  );
  await copy(
    'with_properties',
    { distinct_ref: 'INTEGER', moment: 'BIGINT', properties: 'VARCHAR' },
    `SELECT distinct_ref, timestamp, properties FROM events
     WHERE name_id = (SELECT id FROM event_names WHERE name = '${filtered.event}')`,
  );
  await copy(
    'exposures',
    { value_id: 'INTEGER', distinct_ref: 'INTEGER', moment: 'BIGINT' },
    'SELECT value_id, distinct_ref, timestamp FROM exposures',
  );
  const values: Columns = { value_id: 'INTEGER', flag_key: 'VARCHAR', value: 'VARCHAR' };
  await copy('exposure_values', values, 'SELECT id, flag_key, value FROM exposure_values');
  const ids: Columns = { distinct_ref: 'INTEGER', person_id: 'INTEGER' };
  await copy('distinct_ids', ids, 'SELECT id, person_id FROM distinct_ids');
  await copy('event_names', { name_id: 'INTEGER', name: 'VARCHAR' }, 'SELECT id, name FROM event_names');
  database.close();
}
