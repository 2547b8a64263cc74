import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Event, eventPage, type ServerStatus, serverStatus } from '../events/contract.ts';
import { cli } from './program.ts';

export const projectKey = 'phc_processTestKey';
export const personalKey = 'phx_processTestKey';

/** A user other than root, for whom file modes apply; undefined unless root runs the tests. */
export const plainUser = process.getuid?.() === 0 ? 65_534 : undefined;

export type ProcessOptions = {
  args?: string[];
  /** Flags for Node itself. */
  nodeArgs?: string[];
  env?: Record<string, string>;
  /** The file of the command line; default: the one under test. */
  program?: string;
  asPlainUser?: boolean;
  umask?: string;
  /** In KiB, roughly: the shell counts blocks. */
  fileSizeLimit?: number;
};

/** The process ended before it listened. */
export class EndedAtStart extends Error {
  override name = 'EndedAtStart';
  readonly code: number | null;
  readonly output: string;

  constructor(code: number | null, output: string) {
    super(`The server ended with ${code} before it listened:\n${output}`);
    this.code = code;
    this.output = output;
  }
}

/** A server in its own process, started like `npm run serve`. */
export class ServerProcess {
  readonly headers = { Authorization: `Bearer ${personalKey}`, 'Content-Type': 'application/json' };
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  #stdout = '';
  #stderr = '';
  #url = '';

  constructor(dataDir: string, options: ProcessOptions = {}) {
    const { args = [], nodeArgs = [], env = {}, program = cli, asPlainUser = false, umask, fileSizeLimit } = options;
    const serve = [program, 'serve', '--port', '0', '--data-dir', dataDir, ...args];
    const command = [process.execPath, ...nodeArgs, ...serve];
    const limits = [
      ...(umask === undefined ? [] : [`umask ${umask}`]),
      ...(fileSizeLimit === undefined ? [] : [`ulimit -f ${fileSizeLimit}`]),
    ];
    const shell = limits.length === 0 ? [] : ['sh', '-c', `${limits.join('; ')}; exec "$@"`, 'sh'];
    const [file = '', ...rest] = [...shell, ...command];
    const user = asPlainUser && plainUser !== undefined ? { uid: plainUser, gid: plainUser } : {};
    const keys = { BENCHTOP_PROJECT_API_KEY: projectKey, BENCHTOP_PERSONAL_API_KEY: personalKey };
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    this.child = spawn(file, rest, { env: { PATH, NODE_COMPILE_CACHE, HOME: dataDir, ...keys, ...env }, ...user });
    this.child.stdout?.on('data', (chunk) => (this.#stdout += chunk));
    this.child.stderr?.on('data', (chunk) => (this.#stderr += chunk));
    this.ended = new Promise((resolve) => this.child.on('close', resolve));
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  get url(): string {
    return this.#url;
  }

  /** The lines printed before it listened. */
  get saidFirst(): string[] {
    const [before = ''] = this.#stdout.split(/^Benchtop is listening on /m);
    return before.split('\n').slice(0, -1);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Settles once the server listens. Throws EndedAtStart. */
  async listening(): Promise<this> {
    const told = () => /^Benchtop is listening on (\S+)$/m.exec(this.#stdout)?.[1];
    while (told() === undefined) {
      const data = new Promise<'data'>((resolve) => this.child.stdout?.once('data', () => resolve('data')));
      const code = await Promise.race([this.ended, data]);
      if (code !== 'data') throw new EndedAtStart(code, `${this.#stdout}${this.#stderr}`);
    }
    this.#url = told() ?? '';
    return this;
  }

  /** Returns the memory of the process in MiB: now, and at its peak. */
  memory(): { now: number; peak: number } {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    const mib = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
    return { now: mib('VmRSS'), peak: mib('VmHWM') };
  }

  /** Returns the processor time of the process, in hundredths of a second. */
  ticks(): number {
    const [, fields = ''] = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8').split(') ');
    return fields
      .split(' ')
      .slice(11, 13)
      .reduce((sum, ticks) => sum + Number(ticks), 0);
  }

  /** Sends the signal and returns the exit code, null when the signal ended it. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }

  /** Sends one event, or a batch, and returns the status. */
  async capture(body: object): Promise<number> {
    const path = 'batch' in body ? '/batch/' : '/capture/';
    const sent = { method: 'POST', body: JSON.stringify({ api_key: projectKey, ...body }) };
    const answer = await fetch(`${this.#url}${path}`, sent);
    await answer.text();
    return answer.status;
  }

  /** Sends a management request; the parsed body is under `body`. */
  async api(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const sent = body === undefined ? null : JSON.stringify(body);
    const answer = await fetch(`${this.#url}${path}`, { method, headers: this.headers, body: sent });
    return { status: answer.status, body: await answer.json() };
  }

  /** Reads the status of the server and of its first project. */
  async status(): Promise<ServerStatus> {
    return serverStatus.parse((await this.api('GET', '/api/status/?project_id=1')).body);
  }

  /** Lists the newest events. */
  async events(query = ''): Promise<Event[]> {
    return eventPage.parse((await this.api('GET', `/api/projects/1/events/?limit=1000&${query}`)).body).results;
  }
}

/** Creates servers on one data folder, which is removed with them. */
export function createServerProcesses(name: string) {
  const root = mkdtempSync(join(tmpdir(), `benchtop-${name}-`));
  const dataDir = join(root, 'data');
  const running: ServerProcess[] = [];
  if (plainUser !== undefined) chownSync(root, plainUser, plainUser);
  chmodSync(root, 0o700);
  return {
    dataDir,
    spawn(options?: ProcessOptions, folder = dataDir): ServerProcess {
      const server = new ServerProcess(folder, options);
      running.push(server);
      return server;
    },
    /** Ends all servers and removes the folder. `cleanUp` runs after the last server has ended. */
    async close(cleanUp: () => unknown = () => undefined): Promise<void> {
      await Promise.all(running.map((server) => server.end('SIGKILL')));
      cleanUp();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
