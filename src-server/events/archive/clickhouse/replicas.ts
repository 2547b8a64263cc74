import { sumOf } from '../../../core/sum-contract.ts';
import type { Server } from './connection.ts';
import { eventTable, hide, serve } from './events.ts';
import { intLiteral } from './literal.ts';
import { queryMonths } from './months.ts';
import type { Tables } from './schema.ts';

/** Events of a month whose ids are in one range of `rangeSize`: their number, and a sum over their ids and uuids. */
type Group = { month: number; range: number; events: number; sum: string };
type Replica = { server: Server; groups: Map<string, Group> };

const rangeSize = 1_000_000;

/**
 * Compares the replicas of a shard, and copies events that one lacks from the others. `lacking` is called with the address of each
 * that differs from the fullest one, which alone is read meanwhile. Repeated and interrupted calls do no harm.
 */
export async function fillReplicas(
  servers: readonly Server[],
  tables: Tables,
  lacking: (address: string) => void,
): Promise<void> {
  const [fullest, ...others] = await readReplicas(servers, tables);
  if (fullest === undefined) return;
  await serve(fullest.server, tables);
  const different = others.filter((other) => differ(other, fullest));
  for (const { server } of different) {
    lacking(server.address);
    await hide(server, tables);
  }
  for (const other of different) await copy(other, fullest, tables);
  for (const other of different) await copy(fullest, other, tables);
  for (const other of others) {
    if (differ(other, fullest)) throw new Error(`${other.server.address} still lacks events of its shard.`);
    await serve(other.server, tables);
  }
}

/** Returns the addresses of replicas that have other events of a project than the fullest one of their shard. */
export async function unequalReplicas(
  servers: readonly Server[],
  tables: Tables,
  projectId: number,
): Promise<string[]> {
  const [fullest, ...others] = await readReplicas(servers, tables, `project_id = ${intLiteral(projectId)}`);
  return fullest === undefined
    ? []
    : others.filter((other) => differ(other, fullest)).map(({ server }) => server.address);
}

/** Reads the replicas, the one with most events first. */
async function readReplicas(servers: readonly Server[], tables: Tables, condition?: string): Promise<Replica[]> {
  const isAlone = servers.length === 1;
  const read = async (server: Server) => {
    return { server, groups: isAlone ? new Map() : await readGroups(server, tables, condition) };
  };
  const replicas = await Promise.all(servers.map(read));
  return replicas.sort((one, other) => eventsOf(other) - eventsOf(one));
}

const eventsOf = ({ groups }: Replica): number => sumOf([...groups.values()].map(({ events }) => events));

async function readGroups(server: Server, tables: Tables, condition = '1'): Promise<Replica['groups']> {
  const table = await eventTable(server, tables);
  const groups = await queryMonths<Group>(
    server,
    table,
    (month) =>
      `SELECT month, intDiv(id, ${rangeSize}) AS range, count() AS events, toString(sum(cityHash64(id, toString(uuid)))) AS sum
       FROM ${table} FINAL WHERE month = ${intLiteral(month)} AND ${condition} GROUP BY month, range ORDER BY range`,
  );
  return new Map(groups.map((group) => [`${group.month} ${group.range}`, group]));
}

/** Returns the groups of a replica that another has not, or not like this. */
const missingIn = ({ groups }: Replica, from: Replica): Group[] =>
  [...from.groups].flatMap(([key, group]) => (groups.get(key)?.sum === group.sum ? [] : [group]));

const differ = (one: Replica, other: Replica): boolean =>
  missingIn(one, other).length > 0 || missingIn(other, one).length > 0;

/** Copies what one replica has and the other lacks; both may already have a part of a group. */
async function copy(from: Replica, to: Replica, tables: Tables): Promise<void> {
  const missing = missingIn(to, from);
  if (missing.length === 0) return;
  const [source, target] = [await eventTable(from.server, tables), await eventTable(to.server, tables)];
  for (const { month, first, last } of stretchesOf(missing)) {
    const rows = await from.server.stream(
      `SELECT * FROM ${source} WHERE month = ${intLiteral(month)}
         AND id >= ${intLiteral(first * rangeSize)} AND id < ${intLiteral((last + 1) * rangeSize)}`,
    );
    await to.server.insertStream(target, rows);
  }
  to.groups = await readGroups(to.server, tables);
}

/** Joins ranges of a month with few events, so that old months with some events a range take one copy. */
function stretchesOf(groups: readonly Group[]): { month: number; first: number; last: number }[] {
  const stretches: { month: number; first: number; last: number; events: number }[] = [];
  for (const { month, range, events } of groups) {
    const open = stretches.at(-1);
    if (open?.month === month && open.events + events <= rangeSize) {
      open.last = range;
      open.events += events;
    } else stretches.push({ month, first: range, last: range, events });
  }
  return stretches;
}
