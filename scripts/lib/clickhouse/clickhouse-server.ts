import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

/**
 * A ClickHouse server for tests: the engine that npm has as a library, behind as much of ClickHouse's HTTP interface as Benchtop
 * and its client use. It reads a request, and makes its answer, as a whole; the real server streams both.
 */
const { engine, data, config, port } = parseArgs({
  options: {
    engine: { type: 'string', default: '' },
    data: { type: 'string', default: '' },
    config: { type: 'string', default: '' },
    port: { type: 'string', default: '' },
  },
}).values;
const { CLICKHOUSE_USER: user = '', CLICKHOUSE_PASSWORD: password = '' } = process.env;

/** The functions of the engine's package that are used here. Failures are texts of ClickHouse, such as "Code: 60. …". */
type Engine = {
  /** All connections of a process share one folder. */
  CreateConnection(folder: string, args: readonly string[]): Connection;
  QueryAsyncConnection(connection: Connection, sql: string, format: string): Promise<{ bytes: Uint8Array }>;
  InsertRawAsyncConnection(connection: Connection, sql: string, rows: Buffer, countsLines: boolean): Promise<unknown>;
};
type Connection = { readonly Connection: unique symbol };

const { CreateConnection, QueryAsyncConnection, InsertRawAsyncConnection } = createRequire(import.meta.url)(
  engine,
) as Engine;

/** Connections that no request uses, by the settings that they have. */
const idle = new Map<string, Connection[]>();

async function withConnection<Result>(settings: string, use: (connection: Connection) => Promise<Result>) {
  const connection = idle.get(settings)?.pop() ?? (await connect(settings));
  try {
    return await use(connection);
  } finally {
    idle.set(settings, [...(idle.get(settings) ?? []), connection]);
  }
}

async function connect(settings: string): Promise<Connection> {
  const connection = CreateConnection(data, [`--config-file=${config}`, '--log-level=error']);
  if (settings !== '') await QueryAsyncConnection(connection, `SET ${settings}`, 'Null');
  return connection;
}

/** Parameters of a request that are no settings. */
const others = ['query', 'query_id'];

/** Answers a statement in the body, or an insert in the address with its rows in the body. */
async function answerTo(request: IncomingMessage): Promise<Uint8Array> {
  const { searchParams } = new URL(request.url ?? '/', 'http://server');
  const insert = searchParams.get('query');
  const settings = [...searchParams].filter(([name]) => !others.includes(name));
  const body = await buffer(request);
  return withConnection(settings.map(([name, value]) => `${name} = '${value}'`).join(', '), async (connection) => {
    if (insert === null) return (await QueryAsyncConnection(connection, `${body}`, 'TabSeparated')).bytes;
    await InsertRawAsyncConnection(connection, insert, body, false);
    return new Uint8Array();
  });
}

function isKnown({ headers }: IncomingMessage): boolean {
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  if (headers.authorization !== undefined) return headers.authorization === basic;
  return headers['x-clickhouse-user'] === user && headers['x-clickhouse-key'] === password;
}

/** As ClickHouse says it: the engine alone knows no passwords. */
const unknownUser = 'Code: 516. DB::Exception: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)';

/** The client reads nothing else of the status than that it is a failure. */
function refuse(response: ServerResponse, message: string): void {
  const [, code = '1002'] = /^Code: (\d+)/.exec(message) ?? [];
  response.writeHead(500, { 'X-ClickHouse-Exception-Code': code }).end(message);
}

const server = createServer((request, response) => {
  if (!isKnown(request)) return refuse(response, unknownUser);
  answerTo(request).then(
    (bytes) => response.end(bytes),
    (error: Error) => refuse(response, error.message),
  );
});
server.listen(Number(port), '127.0.0.1');
