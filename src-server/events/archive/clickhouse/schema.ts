import type { ArchiveSettings } from '../archive-settings.ts';

/**
 * The names of the tables, as SQL. `local`: of the rows on one server; without a cluster it is `events` itself. A server that lacks
 * events of its shard has `filling` instead, so that only its replicas are read, and nothing is inserted.
 */
export type Tables = Record<'events' | 'local' | 'filling' | 'merged' | 'moved' | 'owner' | 'schema', string>;

type Named = Pick<ArchiveSettings, 'database' | 'cluster'>;

export function tablesOf({ database, cluster }: Named): Tables {
  const table = (name: string) => `\`${database}\`.\`benchtop_${name}\``;
  return {
    events: table('events'),
    local: table(cluster === null ? 'events' : 'events_local'),
    filling: table('events_filling'),
    merged: table('merged_persons'),
    moved: table('moved'),
    owner: table('owner'),
    schema: table('schema'),
  };
}

/** Returns the two names as texts. */
export function namesOf(table: string): { database: string; name: string } {
  const [database = '', name = ''] = table.replaceAll('`', '').split('.');
  return { database, name };
}

/** Rows that a server reads around one: with the default, 8192, a person's events take three times the processor time. */
const rowsRead = 1024;

/**
 * Returns the steps that make the tables on each server; append only. Each may run again, as two may start at once. Times are
 * integer milliseconds UTC; `month` is that of `timestamp`, as year × 100 + month, 0 for old ones. `id` is the event's id in
 * SQLite. `test_run_id` 0: none. `isFilling`: the server is new and must be filled from a replica.
 * - `events`: one row an event. A block that is sent again leaves rows of the same key on the same server, of which a merge keeps
 * one; queries read with FINAL.
 * - `moved`, the same on each server: of events up to the largest `id` it may have the only copy of the properties.
 * - `merged_persons`, whole on each server: the person that one became; persons not named are themselves. The newest version
 * counts.
 */
export function schemaSteps({ database, cluster }: Named, isFilling: boolean): string[][] {
  const { events, merged, moved, ...tables } = tablesOf({ database, cluster });
  const local = isFilling ? tables.filling : tables.local;
  const rows = `CREATE TABLE IF NOT EXISTS ${local} (
    project_id UInt32, event String, timestamp Int64, uuid UUID, distinct_id String, person_id UInt64, received_at Int64,
    id UInt64, month UInt32, test_run_id UInt64, test_run String, properties String
  ) ENGINE = ReplacingMergeTree() PARTITION BY month ORDER BY (project_id, event, timestamp, uuid)
    SETTINGS index_granularity = ${rowsRead}`;
  const all = `CREATE TABLE IF NOT EXISTS ${events} AS ${local}
    ENGINE = Distributed(\`${cluster}\`, \`${database}\`, \`benchtop_events_local\`, cityHash64(project_id, distinct_id))`;
  const persons = `CREATE TABLE IF NOT EXISTS ${merged} (
    project_id UInt32, person_id UInt64, merged_into UInt64, version UInt64
  ) ENGINE = ReplacingMergeTree(version) ORDER BY (project_id, person_id)`;
  const moves = `CREATE TABLE IF NOT EXISTS ${moved} (id UInt64) ENGINE = MergeTree ORDER BY id`;
  return [cluster === null ? [rows, persons] : [rows, all, persons], [moves]];
}
