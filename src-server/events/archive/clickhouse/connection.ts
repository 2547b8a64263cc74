import type { ClickHouseClient } from '@clickhouse/client';
import type { ArchiveSettings } from '../archive-settings.ts';
import { isUnreachable } from './send-error.ts';

/** The servers of an archive. All methods reject with the error of the client; `toSendError` interprets it. */
export type Connection = {
  /** Reads from the first server that answers. */
  query<Row>(sql: string): Promise<Row[]>;
  /** Inserts through the first server that answers; resolves once every shard has its rows. */
  insert(table: string, rows: readonly object[], signal?: AbortSignal): Promise<void>;
  /** Each server individually, in the order of the addresses. */
  servers: readonly Server[];
  close(): Promise<void>;
};

export type Server = {
  query<Row>(sql: string): Promise<Row[]>;
  /** Runs a statement without a result. */
  run(sql: string): Promise<void>;
  insert(table: string, rows: readonly object[], signal?: AbortSignal): Promise<void>;
};

const defaultTimeoutMs = 60_000;
/** Shorter than the request timeout, so that no server continues an abandoned insert. */
const insertSeconds = 40;

type Limits = { isClosed(): boolean; requestTimeoutMs?: number };

/** Loads the client and returns the servers; connects on the first query. Sends no query once `isClosed`. */
export async function openConnection(
  settings: ArchiveSettings,
  { isClosed, requestTimeoutMs = defaultTimeoutMs }: Limits,
): Promise<Connection> {
  const { createClient } = await import('@clickhouse/client');
  const clients = settings.addresses.map((address) =>
    createClient({
      url: `${settings.isSecure ? 'https' : 'http'}://${address}`,
      username: settings.user,
      password: settings.password,
      application: 'benchtop',
      request_timeout: requestTimeoutMs,
      compression: { request: false, response: false },
      log: { level: noLog },
    }),
  );
  const servers = clients.map((client) => serverOf(client, isClosed));
  return {
    servers,
    query: (sql) => firstReachable(servers, (server) => server.query(sql)),
    insert: (table, rows, signal) => firstReachable(servers, (server) => server.insert(table, rows, signal)),
    async close() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** The client's level `OFF`; its export would load the package early. */
const noLog = 127;

function serverOf(client: ClickHouseClient, isClosed: () => boolean): Server {
  const requireOpen = () => {
    if (isClosed()) throw new Error('The archive is closed.');
  };
  return {
    async query<Row>(sql: string) {
      requireOpen();
      const answer = await client.query({
        query: sql,
        format: 'JSONEachRow',
        clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
      });
      return answer.json<Row>();
    },
    async run(sql) {
      requireOpen();
      await client.command({ query: sql });
    },
    async insert(table, rows, signal) {
      requireOpen();
      await client.insert({
        table,
        values: rows,
        format: 'JSONEachRow',
        ...(signal === undefined ? {} : { abort_signal: signal }),
        clickhouse_settings: {
          insert_distributed_sync: 1,
          max_execution_time: insertSeconds,
        },
      });
    },
  };
}

async function firstReachable<Result>(
  servers: readonly Server[],
  ask: (server: Server) => Promise<Result>,
): Promise<Result> {
  const failures: unknown[] = [];
  for (const server of servers) {
    try {
      return await ask(server);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      failures.push(error);
    }
  }
  throw failures[0];
}
