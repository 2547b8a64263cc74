import { connect } from 'node:net';
import { serverHealth } from '#server/capture/health-contract.ts';
import { errorBody } from '#server/core/contract.ts';
import { countWords } from '#server/core/text/numbers-contract.ts';
import { type StorageReport, storageReport } from '#server/database/storage/contract.ts';
import { type ServerStatus, type StorageState, serverStatus } from '#server/events/contract.ts';
import { bareName, portOf } from '#server/http/guard.ts';
import { currentUser, issueKeyAdvice, project } from '#server/projects/contract.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { storageSentence } from '../../src-renderer/settings/storage/storage-words.ts';
import { formatBytes } from '../../src-renderer/ui/format.ts';
import { Failure } from '../failure.ts';
import { onServer, type Server, type ServerOptions } from '../server.ts';
import { type CheckName, type Finding, failed, ok, warning } from './finding.ts';

/** Milliseconds for a connection, and for an answer. */
const limitMs = 10_000;

/** Checks whether Benchtop, another program or nothing answers at the address. */
export async function serverFinding(url: string): Promise<Finding> {
  const parsed = new URL(url);
  const address = { host: bareName(parsed.hostname), port: Number(portOf(parsed)) };
  if (!(await isListening(address))) {
    return failed(
      'server',
      `Nothing listens at ${url}.`,
      'Start it with "npx benchtop serve", or name its address with --url.',
    );
  }
  const answer = await healthOf(url);
  if (answer !== null) return answer;
  const fix = `Stop that program, or start Benchtop with another --port.`;
  return failed('server', `Another program answers at ${url}.`, fix);
}

function isListening(address: { host: string; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ ...address, timeout: limitMs });
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false));
  });
}

/** Reads the health of a server; null for an answer that is not Benchtop's. */
async function healthOf(url: string): Promise<Finding | null> {
  try {
    const response = await fetch(`${url}/api/health/`, { redirect: 'error', signal: AbortSignal.timeout(limitMs) });
    const body: unknown = await response.json();
    if (serverHealth.safeParse(body).success) return ok('server', `Benchtop answers at ${url}.`);
    const refused = errorBody.safeParse(body);
    // The database check says more.
    return refused.success ? warning('server', refused.data.detail, 'See the check of the database.') : null;
  } catch {
    return null;
  }
}

export const keyFindings = (options: ServerOptions) =>
  findingsOf('key', options, async ({ ask, key }) => {
    const { first_name: name, permissions } = await ask('GET', '/api/users/@me/', currentUser);
    const whose = name === '' ? 'valid' : `valid, of ${name}`;
    const detail = key === options.key ? whose : 'none needed: signed in by the data folder';
    if (permissions.includes('write')) return [ok('key', detail)];
    const fix = 'To start test runs and override flags, use a key that can write.';
    return [warning('key', `${detail}; it can only read.`, fix)];
  });

export const projectFindings = (options: ServerOptions) =>
  findingsOf('project', options, async ({ ask, path }) => {
    const { id, name, api_key: key } = await ask('GET', path, project);
    if (key !== null) return [ok('project', `${name} (id ${id}), project key ${key}`)];
    const detail = `${name} (id ${id}) has no valid project key: no app can send events.`;
    return [failed('project', detail, issueKeyAdvice)];
  });

/** What to do in each state of the storage. */
const storageFixes = {
  ok: null,
  spooling: 'Check the free space and the mode of the data folder.',
  recovering: 'Wait until it is done.',
  read_only: 'Change the owner or the mode of the data folder, then start the server again.',
  unavailable: 'Check the free space of the data folder.',
} as const satisfies Record<StorageState, string | null>;

export const databaseFindings = (options: ServerOptions) =>
  findingsOf('database', options, async (server) => {
    const { id } = await server.ask('GET', server.path, project);
    const status = await server.ask('GET', `/api/status/?project_id=${id}`, serverStatus);
    const report = await storageReportOf(server);
    const wrong = troublesOf(status, report);
    if (wrong.length > 0) return wrong;
    const size = formatBytes(status.database_bytes);
    return [ok('database', `${countWords(status.accepted, 'event')} of the project, ${size}${copiesOf(report)}`)];
  });

function troublesOf({ storage, finding, version }: ServerStatus, report: StorageReport | null): Finding[] {
  const fix = storageFixes[storage.state];
  const damaged = 'The check of all pages found damage.';
  const ownVersion = packageJson.version;
  const versions = `The server has version ${version}, this program ${ownVersion}.`;
  const decide = 'Decide what to do under Settings › Server.';
  return [
    ...(fix === null ? [] : [failed('database', storageSentence(storage), fix)]),
    ...(finding === null ? [] : [failed('database', finding.detail, decide)]),
    ...(report?.check.state === 'damaged' && finding === null ? [failed('database', damaged, decide)] : []),
    ...(report?.warnings ?? []).map((text) => warning('database', text, 'See Settings › Server.')),
    ...(version === ownVersion ? [] : [warning('server', versions, 'Start the server with this version.')]),
  ];
}

/** Null for a key that may not see it. */
const storageReportOf = ({ ask }: Server) => ask('GET', '/api/storage/', storageReport).catch(() => null);

function copiesOf(report: StorageReport | null): string {
  const [newest] = report?.copies ?? [];
  return newest === undefined ? '' : `, copied ${newest.made_at.slice(0, 10)}`;
}

const fixOf = ({ fix, code }: Failure, { project: asked }: ServerOptions) =>
  asked !== undefined && code === '404 not_found' ? 'Leave out --project, or name one that the key may access.' : fix;

/** Runs checks on the server; words an error as a failed one. */
export async function findingsOf(
  check: CheckName,
  options: ServerOptions,
  find: (server: Server) => Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await onServer(options, find);
  } catch (error) {
    if (error instanceof Failure) return [failed(check, error.message, fixOf(error, options))];
    throw error;
  }
}
