import { randomUUID } from 'node:crypto';
import type { ArchiveSettings } from '../archive-settings.ts';
import type { Connection, Server } from './connection.ts';
import { hasTable } from './events.ts';
import { intLiteral, textLiteral } from './literal.ts';
import { schemaSteps, tablesOf } from './schema.ts';
import { lacksTable, UnusableArchive } from './send-error.ts';

/** `owner`: identifies the data folder. `now`: ms UTC. */
type Claim = { owner: string; now: number };

/** `archive`: its id, which changes when somebody empties it. `shards`: the replicas of each. */
type Prepared = { archive: string; shards: Server[][] };

/**
 * Makes the database ready on every server: creates it, brings its tables up to date, checks that the cluster matches the
 * address, and claims it for this data folder. Throws UnusableArchive, or the error of a server.
 */
export async function prepareArchive(
  connection: Connection,
  settings: ArchiveSettings,
  claim: Claim,
): Promise<Prepared> {
  const { servers } = connection;
  const { cluster } = settings;
  const shards = cluster === null ? servers.map((server) => [server]) : await readShards(servers, cluster);
  const ids: string[] = [];
  for (const replicas of shards) ids.push(...(await upgradeShard(replicas, settings, claim.now)));
  if (cluster !== null) await requireEveryShard(connection, settings, ids, shards.length);
  return { archive: await claimArchive(servers, settings, claim), shards };
}

/** Returns the servers by shard. */
async function readShards(servers: readonly Server[], cluster: string): Promise<Server[][]> {
  const placed: { server: Server; shard: number }[] = [];
  for (const [index, server] of servers.entries()) {
    const nodes = await server.query<{ shard: number; isReplica: 0 | 1; isOwn: 0 | 1 }>(
      `SELECT shard_num AS shard, replica_num > 1 AS isReplica, is_local AS isOwn
       FROM system.clusters WHERE cluster = ${textLiteral(cluster)}`,
    );
    if (nodes.length === 0) throw new UnusableArchive(`The servers know no cluster "${cluster}".`);
    if (nodes.length !== servers.length) {
      throw new UnusableArchive(
        `Cluster "${cluster}" has ${nodes.length} servers, but --events-url names ${servers.length}: name each one.`,
      );
    }
    if (nodes.every(({ isReplica }) => isReplica === 0)) placed.push({ server, shard: -1 - index });
    else placed.push({ server, shard: ownShard(nodes, server, cluster) });
  }
  return [...Map.groupBy(placed, ({ shard }) => shard).values()].map((shard) => shard.map(({ server }) => server));
}

function ownShard(nodes: readonly { shard: number; isOwn: 0 | 1 }[], { address }: Server, cluster: string): number {
  // Old versions mark each replica of the server's shard.
  const [own, ...others] = new Set(nodes.flatMap(({ shard, isOwn }) => (isOwn === 1 ? [shard] : [])));
  if (own !== undefined && others.length === 0) return own;
  throw new UnusableArchive(
    `The server at ${address} does not find itself in cluster "${cluster}": give each a host and port of its own there.`,
  );
}

type Known = { server: Server; step: number; id: string };

/** Runs the steps that the servers of a shard lack; returns an id of each. A new one must be filled by its replicas. */
async function upgradeShard(replicas: readonly Server[], settings: ArchiveSettings, now: number): Promise<string[]> {
  const known: Known[] = [];
  for (const server of replicas) known.push({ server, ...(await readSteps(server, settings)) });
  const isUsed = known.some(({ step }) => step > 0);
  const ids: string[] = [];
  for (const each of known) {
    const isNew = each.step === 0 && !(await hasTable(each.server, tablesOf(settings).local));
    await upgrade(each, settings, { now, isFilling: isUsed && isNew });
    await requireLayout(each.server, settings);
    // A concurrent start may have named it too.
    ids.push((await readSteps(each.server, settings)).id);
  }
  return ids;
}

/** Returns the last step that a server has taken, 0 for none, and its id. */
async function readSteps(server: Server, settings: ArchiveSettings): Promise<Omit<Known, 'server'>> {
  const { schema } = tablesOf(settings);
  await server.run(`CREATE DATABASE IF NOT EXISTS \`${settings.database}\``);
  await server.run(
    `CREATE TABLE IF NOT EXISTS ${schema} (step UInt32, server String, applied_at Int64) ENGINE = MergeTree ORDER BY step`,
  );
  const [known] = await server.query<Omit<Known, 'server'>>(
    `SELECT max(step) AS step, min(server) AS id FROM ${schema}`,
  );
  return known ?? { step: 0, id: '' };
}

async function upgrade(
  { server, step, id }: Known,
  settings: ArchiveSettings,
  { now, isFilling }: { now: number; isFilling: boolean },
): Promise<void> {
  const steps = schemaSteps(settings, isFilling);
  if (step > steps.length) {
    throw new UnusableArchive(`A newer Benchtop has changed the tables of "${settings.database}": update this one.`);
  }
  for (const [index, statements] of steps.entries()) {
    if (index < step) continue;
    for (const statement of statements) await server.run(statement);
    await server.insert(tablesOf(settings).schema, [{ step: index + 1, server: id || randomUUID(), applied_at: now }]);
  }
}

/** Throws if the tables were made for another layout, with or without a cluster. */
async function requireLayout(server: Server, { database, cluster }: ArchiveSettings): Promise<void> {
  const [table] = await server.query<{ engine: string }>(
    `SELECT engine FROM system.tables WHERE database = ${textLiteral(database)} AND name = 'benchtop_events'`,
  );
  const isDistributed = table?.engine === 'Distributed';
  if (isDistributed === (cluster !== null)) return;
  const was = isDistributed ? 'with a cluster' : 'without a cluster';
  throw new UnusableArchive(`The tables of "${database}" were made ${was}: use another database, or the same address.`);
}

/** Compares the servers that were named, by their ids, with those of the cluster. */
async function requireEveryShard(
  connection: Connection,
  { cluster, database }: ArchiveSettings,
  ids: readonly string[],
  shards: number,
): Promise<void> {
  const other = new UnusableArchive(`The servers of --events-url are not the ${ids.length} of cluster "${cluster}".`);
  if (new Set(ids).size < ids.length) throw other;
  const table = `cluster(${textLiteral(cluster ?? '')}, ${textLiteral(database)}, 'benchtop_schema')`;
  const rows = await connection
    .query<{ server: string }>(`SELECT DISTINCT server FROM ${table}`)
    .catch((error: Error) => {
      // A shard that is not in the address has no such table.
      throw lacksTable(error) ? other : error;
    });
  const found = new Set(rows.map(({ server }) => server));
  // One replica answers for a shard.
  if (ids.filter((id) => found.has(id)).length < shards) throw other;
}

/** Claims the database for this data folder: two folders in one would mix their projects and persons. */
async function claimArchive(servers: readonly Server[], settings: ArchiveSettings, claim: Claim): Promise<string> {
  const { owner } = tablesOf(settings);
  let archive: string | undefined;
  const unclaimed: Server[] = [];
  for (const server of servers) {
    await server.run(
      `CREATE TABLE IF NOT EXISTS ${owner} (archive String, owner String, claimed_at Int64) ENGINE = MergeTree ORDER BY claimed_at`,
    );
    const [claimed] = await server.query<{ archive: string; owner: string }>(
      `SELECT archive, owner FROM ${owner} ORDER BY claimed_at, owner LIMIT 1`,
    );
    if (claimed === undefined) unclaimed.push(server);
    else if (claimed.owner !== claim.owner) {
      throw new UnusableArchive(`"${settings.database}" is the archive of another data folder: use another database.`);
    } else archive ??= claimed.archive;
  }
  const id = archive ?? randomUUID();
  for (const server of unclaimed) {
    await server.run(
      `INSERT INTO ${owner} VALUES (${textLiteral(id)}, ${textLiteral(claim.owner)}, ${intLiteral(claim.now)})`,
    );
  }
  return unclaimed.length === 0 ? id : claimArchive(servers, settings, claim);
}
