import { join } from 'node:path';
import { serverStatus } from '../../src-server/events/contract.ts';
import { type ProcessOptions, ServerProcess } from '../../src-server/testing/process.ts';
import { serverEnv, serverFlags } from '../lib/server-flags.ts';

export const projectKey = 'phc_tortureProjectKey';
export const personalKey = 'phx_torturePersonalKey';

export type ServerOptions = Pick<ProcessOptions, 'nodeArgs' | 'env'> & {
  dataDir: string;
  /** 0, the default: any free one. */
  port?: string;
  /** Ends it with SIGKILL this long after its start, listening or not. */
  killAfterMs?: number;
};

const root = join(import.meta.dirname, '../..');
/** On a damaged or large folder a start includes a check. */
const maxStartMs = 60_000;

/** Starts the built headless server on loopback and returns once it says that it listens. Throws EndedAtStart. */
export async function startServerProcess(options: ServerOptions): Promise<ServerProcess> {
  const { dataDir, port = '0', nodeArgs = [], env = {}, killAfterMs } = options;
  const server = new ServerProcess(dataDir, {
    program: join(root, 'out/main/cli.js'),
    nodeArgs: [...serverFlags, '--import', join(root, 'scripts/lib/loopback-only.ts'), ...nodeArgs],
    args: ['--port', port, '--quiet'],
    env: {
      ...serverEnv,
      NODE_ENV: 'production',
      BENCHTOP_PROJECT_API_KEY: projectKey,
      BENCHTOP_PERSONAL_API_KEY: personalKey,
      ...env,
    },
  });
  const limit = setTimeout(() => void server.end(), killAfterMs ?? maxStartMs);
  if (killAfterMs !== undefined) return server.listening();
  return server.listening().finally(() => clearTimeout(limit));
}

/** A management request was answered with a status other than 2xx. */
export class AnswerError extends Error {
  override name = 'AnswerError';
  readonly status: number;
  readonly body: string;

  constructor(request: string, status: number, body: string) {
    super(`${request} was answered ${status}: ${body.slice(0, 500)}`);
    this.status = status;
    this.body = body;
  }
}

/** Reads from the management API; returns the parsed body. Throws AnswerError on any status but 2xx. */
export async function ask(url: string, path: string): Promise<unknown> {
  const response = await fetch(new URL(path, url), { headers: { Authorization: `Bearer ${personalKey}` } });
  const text = await response.text();
  if (!response.ok) throw new AnswerError(`GET ${path}`, response.status, text);
  return text === '' ? null : JSON.parse(text);
}

export const statusOf = async (url: string) => serverStatus.parse(await ask(url, '/api/status/?project_id=1'));
