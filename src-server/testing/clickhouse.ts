import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSlackSeconds } from '../events/archive/clickhouse/engine.ts';

/** The folder where `npm run test:clickhouse` has a ClickHouse, and one for the ids of running servers. */
const unpackedFolder = process.env.BENCHTOP_CLICKHOUSE;
const processes = process.env.BENCHTOP_CLICKHOUSE_PROCESSES;
/** Whether it is the engine of npm's package, of which servers cannot ask each other: a cluster has one of them. */
const isEmbedded = process.env.BENCHTOP_CLICKHOUSE_EMBEDDED !== undefined;
const embeddedServer = join(import.meta.dirname, '../../scripts/lib/clickhouse/clickhouse-server.ts');

type Ports = { http: number; tcp: number; interserver: number };

export const clickHouseUser = 'bench';
/** Could break out of a literal, a URL or a header. */
export const clickHousePassword = `se'cret:@/\\ %20"`;
export const clusterName = 'pair';
/** The same servers, of which ClickHouse expects that they replicate rows on their own. They do not. */
export const internalClusterName = 'internal';

const startMs = 30_000;
const pollMs = 50;
/** The archive takes two starts for one when their times, each read give or take a second, are this near. */
const msBetweenStarts = (startSlackSeconds + 3) * 1000;

/** A ClickHouse server on loopback, in a cluster with these ports. */
class ClickHouseServer {
  readonly port: number;
  readonly #unpacked: string | undefined;
  readonly #folder: string;
  #child: ChildProcess | undefined;
  #nextStart = 0;

  constructor(unpacked: string | undefined, folder: string, ports: Ports, shards: readonly Ports[][]) {
    this.#unpacked = unpacked;
    this.port = ports.http;
    this.#folder = folder;
    for (const name of ['data', 'tmp', 'schemas']) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'users.xml'), usersXml);
    writeFileSync(join(folder, 'config.xml'), configXml(folder, ports, shards));
  }

  /** Settles once the server answers, at once if it runs. */
  async start(): Promise<void> {
    if (this.#child !== undefined) return;
    const unpacked = this.#unpacked;
    if (unpacked === undefined) throw new Error('Tests with a ClickHouse are run by `npm run test:clickhouse`.');
    await pause(this.#nextStart - performance.now());
    const child = isEmbedded ? this.#spawnEmbedded(unpacked) : this.#spawnUnpacked(unpacked);
    this.#child = child;
    this.#nextStart = performance.now() + msBetweenStarts;
    if (processes !== undefined) writeFileSync(join(processes, String(child.pid)), '');
    const end = performance.now() + startMs;
    while (!(await this.#answers())) {
      if (child.exitCode !== null || performance.now() > end) throw new Error(`did not start:\n${this.#log()}`);
      await pause(pollMs);
    }
  }

  #spawnUnpacked(unpacked: string): ChildProcess {
    const libraries = ['usr/lib/x86_64-linux-gnu', 'lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu'];
    return spawn(join(unpacked, 'usr/sbin/clickhouse-server'), [`--config-file=${this.#folder}/config.xml`], {
      stdio: 'ignore',
      env: { LD_LIBRARY_PATH: libraries.map((path) => join(unpacked, path)).join(':') },
    });
  }

  #spawnEmbedded(unpacked: string): ChildProcess {
    const folder = this.#folder;
    const options = { engine: unpacked, data: `${folder}/data`, config: `${folder}/config.xml`, port: `${this.port}` };
    const log = openSync(join(folder, 'error.log'), 'a');
    const child = spawn(
      process.execPath,
      [embeddedServer, ...Object.entries(options).map((each) => `--${each.join('=')}`)],
      {
        stdio: ['ignore', log, log],
        // Each query that runs takes a thread.
        env: { CLICKHOUSE_USER: clickHouseUser, CLICKHOUSE_PASSWORD: clickHousePassword, UV_THREADPOOL_SIZE: '16' },
      },
    );
    closeSync(log);
    return child;
  }

  /** Ends the process at once, as a power cut does. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await ended;
    }
    if (processes !== undefined) rmSync(join(processes, String(child.pid)), { force: true });
  }

  /** Removes all data of a server that was killed, as a new disk does. */
  wipe(): void {
    const data = join(this.#folder, 'data');
    rmSync(data, { recursive: true });
    mkdirSync(data);
  }

  /** Lets the process neither work nor close connections, or lets it go on. */
  freeze(isOn: boolean): void {
    this.#child?.kill(isOn ? 'SIGSTOP' : 'SIGCONT');
  }

  /** Runs a statement as an administrator and returns the lines of its answer. */
  async run(sql: string): Promise<string[]> {
    const headers = { 'X-ClickHouse-User': clickHouseUser, 'X-ClickHouse-Key': clickHousePassword };
    const settings = 'output_format_json_quote_64bit_integers=0';
    const answer = await fetch(`http://127.0.0.1:${this.port}/?${settings}`, { method: 'POST', body: sql, headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text.split('\n').slice(0, -1);
  }

  #answers(): Promise<boolean> {
    return this.run('SELECT 1').then(
      () => true,
      () => false,
    );
  }

  #log(): string {
    try {
      return readFileSync(join(this.#folder, 'error.log'), 'utf8').slice(-2000);
    } catch {
      return 'no log';
    }
  }
}

export type ClickHouseCluster = Awaited<ReturnType<typeof startClickHouse>>;

/**
 * Starts a cluster of this many shards with empty databases; `close` ends the processes and removes their data. `servers` has the
 * replicas of the first shard, then those of the next. `isCluster`: the tests concern a cluster, which may have one server.
 */
export async function startClickHouse(shards: number, { replicas = 1, unpacked = unpackedFolder } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'benchtop-clickhouse-data-'));
  const [shardCount, replicaCount] = isEmbedded ? [1, 1] : [shards, replicas];
  const ports: Ports[][] = [];
  for (let shard = 0; shard < shardCount; shard += 1)
    ports.push(await Promise.all(Array.from({ length: replicaCount }, somePorts)));
  const servers = ports
    .flat()
    .map((own, index) => new ClickHouseServer(unpacked, join(folder, `${index}`), own, ports));
  const close = async () => {
    await Promise.all(servers.map((server) => server.kill()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await Promise.all(servers.map((server) => server.start()));
  } catch (error) {
    await close();
    throw error;
  }
  return { servers, isCluster: shards * replicas > 1, close };
}

/** Below the ephemeral ports, so that no connection takes the port of a killed server before it returns. */
const portRange = { from: 10_000, to: 30_000 };

async function somePorts(): Promise<Ports> {
  const [http = 0, tcp = 0, interserver = 0] = await freePorts(3);
  return { http, tcp, interserver };
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = portRange.from + Math.floor(Math.random() * (portRange.to - portRange.from));
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (isListening) await new Promise((resolve) => server.close(resolve));
  return isListening;
}

const inXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const userXml = (name: string, password: string) =>
  `<${name}><password>${inXml(password)}</password><networks><ip>127.0.0.1</ip></networks>
  <profile>default</profile><quota>default</quota></${name}>`;

/** The servers of the cluster ask each other as `default`. */
const usersXml = `<yandex>
  <profiles><default><max_memory_usage>1500000000</max_memory_usage><max_threads>2</max_threads></default></profiles>
  <users>${userXml('default', '')}${userXml(clickHouseUser, clickHousePassword)}</users>
  <quotas><default/></quotas>
</yandex>`;

const shardXml = (replicas: readonly Ports[], isInternal: boolean) =>
  `<shard><internal_replication>${isInternal}</internal_replication>
  ${replicas.map(({ tcp }) => `<replica><host>127.0.0.1</host><port>${tcp}</port></replica>`).join('')}</shard>`;

const clusterXml = (name: string, shards: readonly Ports[][], isInternal: boolean) =>
  `<${name}>${shards.map((replicas) => shardXml(replicas, isInternal)).join('')}</${name}>`;

const configXml = (folder: string, { http, tcp, interserver }: Ports, shards: readonly Ports[][]) => `<yandex>
  <logger><level>error</level><log>${folder}/all.log</log><errorlog>${folder}/error.log</errorlog></logger>
  <listen_host>127.0.0.1</listen_host>
  <http_port>${http}</http_port><tcp_port>${tcp}</tcp_port>
  <interserver_http_host>127.0.0.1</interserver_http_host><interserver_http_port>${interserver}</interserver_http_port>
  <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path>
  <format_schema_path>${folder}/schemas/</format_schema_path>
  <users_config>${folder}/users.xml</users_config>
  <default_profile>default</default_profile><default_database>default</default_database>
  <mark_cache_size>67108864</mark_cache_size><timezone>UTC</timezone>
  <remote_servers>${clusterXml(clusterName, shards, false)}${clusterXml(internalClusterName, shards, true)}</remote_servers>
</yandex>`;
