import { randomUUID } from 'node:crypto';
import type { ArchiveSettings } from '../archive-settings.ts';
import type { Connection, Server } from './connection.ts';
import { intLiteral, textLiteral } from './literal.ts';
import { schemaSteps, tablesOf } from './schema.ts';
import { UnusableArchive } from './send-error.ts';

/** `owner`: identifies the data folder. `now`: ms UTC. */
type Claim = { owner: string; now: number };

/**
 * Makes the database ready on every server: creates it, brings its tables up to date, checks that the cluster matches the
 * address, and claims it for this data folder. Returns the id of the archive, which changes when somebody empties it. Throws
 * UnusableArchive, or the error of a server.
 */
export async function prepareArchive(connection: Connection, settings: ArchiveSettings, claim: Claim): Promise<string> {
  const { servers } = connection;
  for (const server of servers) await requireCluster(server, settings);
  const ids: string[] = [];
  for (const server of servers) ids.push(await upgrade(server, settings, claim.now));
  if (settings.cluster !== null) await requireEveryShard(connection, settings.cluster, settings.database, ids);
  return claimArchive(servers, settings, claim);
}

async function requireCluster(server: Server, { cluster, addresses }: ArchiveSettings): Promise<void> {
  if (cluster === null) return;
  const nodes = await server.query<{ replica_num: number }>(
    `SELECT replica_num FROM system.clusters WHERE cluster = ${textLiteral(cluster)}`,
  );
  if (nodes.length === 0) throw new UnusableArchive(`The servers know no cluster "${cluster}".`);
  if (nodes.some((node) => node.replica_num > 1)) {
    throw new UnusableArchive(`Cluster "${cluster}" has replicas, which are not supported: use shards of one replica.`);
  }
  if (nodes.length !== addresses.length) {
    throw new UnusableArchive(
      `Cluster "${cluster}" has ${nodes.length} shards, but --events-url names ${addresses.length} servers: name each one.`,
    );
  }
}

/** Runs the steps that a server lacks; returns an id of the server. */
async function upgrade(server: Server, settings: ArchiveSettings, now: number): Promise<string> {
  const { schema } = tablesOf(settings);
  await server.run(`CREATE DATABASE IF NOT EXISTS \`${settings.database}\``);
  await server.run(
    `CREATE TABLE IF NOT EXISTS ${schema} (step UInt32, server String, applied_at Int64) ENGINE = MergeTree ORDER BY step`,
  );
  const readKnown = () =>
    server.query<{ step: number; server: string }>(`SELECT max(step) AS step, min(server) AS server FROM ${schema}`);
  const [known] = await readKnown();
  const steps = schemaSteps(settings);
  const done = known?.step ?? 0;
  if (done > steps.length) {
    throw new UnusableArchive(`A newer Benchtop has changed the tables of "${settings.database}": update this one.`);
  }
  for (const [index, statements] of steps.entries()) {
    if (index < done) continue;
    for (const statement of statements) await server.run(statement);
    await server.insert(schema, [{ step: index + 1, server: known?.server || randomUUID(), applied_at: now }]);
  }
  await requireLayout(server, settings);
  // A concurrent start may have named it too.
  return (await readKnown())[0]?.server ?? '';
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
  cluster: string,
  database: string,
  ids: readonly string[],
): Promise<void> {
  const other = new UnusableArchive(
    `The servers of --events-url are not the ${ids.length} shards of cluster "${cluster}".`,
  );
  if (new Set(ids).size < ids.length) throw other;
  const table = `cluster(${textLiteral(cluster)}, ${textLiteral(database)}, 'benchtop_schema')`;
  const rows = await connection
    .query<{ server: string }>(`SELECT DISTINCT server FROM ${table}`)
    .catch((error: Error) => {
      // A shard that is not in the address has no such table.
      throw /doesn't exist|does not exist/.test(error.message) ? other : error;
    });
  const found = new Set(rows.map(({ server }) => server));
  if (!ids.every((id) => found.has(id))) throw other;
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
