import { setTimeout as pause } from 'node:timers/promises';
import { noProject } from '../../../projects/no-project.ts';
import type { StoredRow } from '../../sending/read-block.ts';
import type { Deletion, MergedPerson } from '../archive-store.ts';
import type { Connection, Server } from './connection.ts';
import { intLiteral, textLiteral } from './literal.ts';
import { namesOf, type Tables } from './schema.ts';

/** Events before it share a partition. */
const firstYear = 2015;
/** An insert has a part per month; servers accept at most 100. */
const maxMonths = 100;
const mutationPollMs = 100;
const mutationTimeoutMs = 60_000;

/** Inserts events; resolves once each replica of each shard has them. Repeated inserts leave no trace in queries. */
export async function insertEvents(
  connection: Connection,
  tables: Tables,
  events: readonly StoredRow[],
  signal: AbortSignal,
): Promise<void> {
  const byMonth = Map.groupBy(events, ({ timestamp }) => monthOf(timestamp));
  const months = [...byMonth];
  for (let first = 0; first < months.length; first += maxMonths) {
    const rows = months
      .slice(first, first + maxMonths)
      .flatMap(([month, ofMonth]) => ofMonth.map((event) => rowOf(event, month)));
    await connection.insert(tables.events, rows, signal);
  }
}

/** Returns year × 100 + month of a time in ms UTC; 0 for old times, so that no client can create a partition for every month. */
export function monthOf(timestamp: number): number {
  const date = new Date(timestamp);
  const year = date.getUTCFullYear();
  return year < firstYear ? 0 : year * 100 + date.getUTCMonth() + 1;
}

const rowOf = (event: StoredRow, month: number) => ({
  project_id: event.project_id,
  event: event.event,
  timestamp: event.timestamp,
  uuid: event.uuid,
  distinct_id: event.distinct_id,
  person_id: event.person_id,
  received_at: event.received_at,
  id: event.id,
  month,
  test_run_id: event.test_run_id ?? 0,
  test_run: event.test_run ?? '',
  properties: event.properties,
});

/** Sends merges to every server. */
export async function insertMerges({ servers }: Connection, tables: Tables, merges: readonly MergedPerson[]) {
  const rows = merges.map(({ personId, projectId, mergedInto, version }) => {
    return { project_id: projectId, person_id: personId, merged_into: mergedInto, version };
  });
  for (const server of servers) await server.insert(tables.merged, rows);
}

/** Which rows to delete: one of these. `afterId`: events with a larger id in SQLite. */
export type RemovedRows = Omit<Deletion, 'id'> | { afterId: number };

/** Deletes rows on every server; resolves once they are gone. */
export async function removeRows({ servers }: Connection, tables: Tables, removed: RemovedRows): Promise<void> {
  const condition = conditionOf(removed);
  for (const server of servers) {
    await removeFrom(server, await eventTable(server, tables), condition);
    if ('projectId' in removed && removed.testRunId === null && removed.old === null)
      await removeFrom(server, tables.merged, condition);
  }
}

function conditionOf(removed: RemovedRows): string {
  if ('afterId' in removed) return `id > ${intLiteral(removed.afterId)}`;
  const { projectId, testRunId, old } = removed;
  if (projectId === noProject) throw new Error('a project must be named');
  const ofProject = `project_id = ${intLiteral(projectId)}`;
  if (old !== null) {
    const { arrivedBefore, untilId } = old;
    return `${ofProject} AND test_run_id = 0 AND id <= ${intLiteral(untilId)} AND received_at < ${intLiteral(arrivedBefore)}`;
  }
  return testRunId === null ? ofProject : `${ofProject} AND test_run_id = ${intLiteral(testRunId)}`;
}

/** Deletes rows and waits: a deletion is a mutation, which the server answers before it rewrites the parts. */
async function removeFrom(server: Server, table: string, condition: string): Promise<void> {
  // One that outlasted the last attempt goes on.
  await mutationsDone(server, table);
  const [found] = await server.query<{ rows: number }>(`SELECT count() AS rows FROM ${table} WHERE ${condition}`);
  if (found?.rows === 0) return;
  await server.run(`ALTER TABLE ${table} DELETE WHERE ${condition}`);
  await mutationsDone(server, table);
}

async function mutationsDone(server: Server, table: string): Promise<void> {
  const { database, name } = namesOf(table);
  const open = `SELECT count() AS mutations FROM system.mutations
    WHERE database = ${textLiteral(database)} AND table = ${textLiteral(name)} AND is_done = 0`;
  const end = performance.now() + mutationTimeoutMs;
  while ((await server.query<{ mutations: number }>(open))[0]?.mutations !== 0) {
    if (performance.now() > end) throw new Error('Timeout error: rows are still being deleted.');
    await pause(mutationPollMs);
  }
}

/** Removes every row of a table on every server. */
export async function emptyTable({ servers }: Connection, table: string): Promise<void> {
  for (const server of servers) await server.run(`TRUNCATE TABLE ${table}`);
}

/** Removes every event on every server. */
export async function emptyEvents({ servers }: Connection, tables: Tables): Promise<void> {
  for (const server of servers) {
    await server.run(`TRUNCATE TABLE ${await eventTable(server, tables)}`);
    await serve(server, tables);
  }
}

/** Returns the table with the events of a server: `local`, or `filling` if it lacks some. */
export async function eventTable(server: Server, { local, filling }: Tables): Promise<string> {
  return (await hasTable(server, filling)) ? filling : local;
}

export async function hasTable(server: Server, table: string): Promise<boolean> {
  const { database, name } = namesOf(table);
  const found = await server.query(
    `SELECT name FROM system.tables WHERE database = ${textLiteral(database)} AND name = ${textLiteral(name)}`,
  );
  return found.length > 0;
}

/** Lets a server answer for its shard, of which it has all events. */
export async function serve(server: Server, tables: Tables): Promise<void> {
  const { local, filling } = tables;
  if ((await eventTable(server, tables)) === filling) await server.run(`RENAME TABLE ${filling} TO ${local}`);
}

/** Lets only the replicas of a server answer for its shard. */
export async function hide(server: Server, tables: Tables): Promise<void> {
  const { local, filling } = tables;
  if ((await eventTable(server, tables)) === local) await server.run(`RENAME TABLE ${local} TO ${filling}`);
}
