import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ClickHouseClient } from '@clickhouse/client';
import type { ArchiveSettings } from '../archive-settings.ts';
import { moveToFront } from '../moving/move-to-front.ts';
import { canTryAnotherServer } from './send-error.ts';

/** The servers of an archive. All methods reject with the error of the client; `toSendError` interprets it. */
export type Connection = {
  /** Reads through a server that answers: preferably the one that answered last. */
  query<Row>(sql: string): Promise<Row[]>;
  /** Inserts through such a server; resolves once every replica of every shard has its rows. */
  insert(table: string, rows: readonly object[], signal?: AbortSignal): Promise<void>;
  /** Each server individually, in the order of the addresses. */
  servers: readonly Server[];
  close(): Promise<void>;
};

export type Server = {
  /** Host and port. */
  address: string;
  query<Row>(sql: string, signal?: AbortSignal): Promise<Row[]>;
  /** Runs a statement without a result. */
  run(sql: string): Promise<void>;
  insert(table: string, rows: readonly object[], signal?: AbortSignal): Promise<void>;
  /** Returns the rows of a query for `insertStream` of another server. */
  stream(sql: string): Promise<Readable>;
  insertStream(table: string, rows: Readable): Promise<void>;
};

const defaultTimeoutMs = 60_000;
/** Shorter than the request timeout, so that no server continues an abandoned insert. */
const insertSeconds = 40;
/** Rows of a stream that a server holds in memory before it writes them. */
const streamedRows = 50_000;
/** Ms after an answer until a server is first asked whether it still answers, and for how long it may think about that. */
const trustMs = 5000;
const pingMs = 2000;

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
  const servers = clients.map((client, index) => serverOf(client, settings.addresses[index] ?? '', isClosed));
  const askOne = createFailover(servers);
  return {
    servers,
    query: (sql) => askOne((server) => server.query(sql)),
    insert: (table, rows, signal) => askOne((server) => server.insert(table, rows, signal)),
    async close() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** The client's level `OFF`; its export would load the package early. */
const noLog = 127;

function serverOf(client: ClickHouseClient, address: string, isClosed: () => boolean): Server {
  const requireOpen = () => {
    if (isClosed()) throw new Error('The archive is closed.');
  };
  const unquoted = { output_format_json_quote_64bit_integers: 0 } as const;
  return {
    address,
    async query<Row>(query: string, signal?: AbortSignal) {
      requireOpen();
      const aborted = signal === undefined ? {} : { abort_signal: signal };
      const answer = await client.query({ query, format: 'JSONEachRow', clickhouse_settings: unquoted, ...aborted });
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
    async stream(sql) {
      requireOpen();
      // In this format a stream that was cut off, or ends with an error, cannot be taken for rows.
      return (await client.exec({ query: `${sql} FORMAT JSONEachRow`, clickhouse_settings: unquoted })).stream;
    },
    async insertStream(table, rows) {
      requireOpen();
      const query = `INSERT INTO ${table} FORMAT JSONEachRow`;
      const { stream } = await client.exec({
        query,
        values: rows,
        clickhouse_settings: { max_insert_block_size: `${streamedRows}` },
      });
      await text(stream);
    },
  };
}

/**
 * Returns a function that asks one of the servers: the one that answered last, or the next one that answers. A server without
 * power refuses no connection, so one that has been quiet is first asked for next to nothing.
 */
function createFailover(servers: readonly Server[]) {
  let order = servers;
  let answeredAt = Number.NEGATIVE_INFINITY;
  const putFirst = (server: Server) => {
    order = moveToFront(order, server, servers.length);
    answeredAt = performance.now();
  };
  const findAnswering = async () => {
    for (const server of order) {
      if (await isAnswering(server)) return putFirst(server);
    }
  };
  return async <Result>(ask: (server: Server) => Promise<Result>): Promise<Result> => {
    if (servers.length > 1 && performance.now() - answeredAt > trustMs) await findAnswering();
    const failures: unknown[] = [];
    for (const server of order) {
      try {
        const result = await ask(server);
        putFirst(server);
        return result;
      } catch (error) {
        answeredAt = Number.NEGATIVE_INFINITY;
        if (!canTryAnotherServer(error)) throw error;
        failures.push(error);
      }
    }
    throw failures[0];
  };
}

const isAnswering = (server: Server): Promise<boolean> =>
  server.query('SELECT 1', AbortSignal.timeout(pingMs)).then(
    () => true,
    () => false,
  );
