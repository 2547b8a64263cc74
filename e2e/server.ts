import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchServer } from '../scripts/lib/watch-server.ts';

export const projectKey = 'phc_e2eProjectKey';
export const personalKey = 'phx_e2ePersonalKey';

const cli = join(import.meta.dirname, '../out/main/cli.js');

/** A server that runs: where, what it has printed, and how it ends. */
export type Running = {
  url: string;
  output(): string;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
};

/** Starts a server on a data folder; port 0 takes any free one. */
export type Start = (dataDir: string, port: number) => Promise<Running>;

/** The project of a test, and its keys; the personal one of a first project may access every other too. */
type Project = { id: number; key: string; personalKey: string };

/** The built server on a fresh data folder, with one project and the two keys above. */
export class BenchtopServer {
  readonly dataDir: string;
  readonly project: Project;
  readonly #start: Start;
  #running: Running;

  private constructor(dataDir: string, start: Start, running: Running, project: Project) {
    this.dataDir = dataDir;
    this.project = project;
    this.#start = start;
    this.#running = running;
  }

  static async start(start: Start = startProcess): Promise<BenchtopServer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'benchtop-e2e-'));
    return new BenchtopServer(dataDir, start, await start(dataDir, 0), { id: 1, key: projectKey, personalKey });
  }

  /** Returns the same server with a new project and its keys alone. Only the first one is closed. */
  async inNewProject(name: string): Promise<BenchtopServer> {
    type Made = { id: number; api_key: string };
    const { id, api_key: key } = (await this.api('POST', '/api/projects/', { name })) as Made;
    const issued = (await this.api('POST', '/api/personal_api_keys/', { name, project_id: id })) as { value: string };
    return new BenchtopServer(this.dataDir, this.#start, this.#running, { id, key, personalKey: issued.value });
  }

  /** Returns a key that the project once had: it rejects a request with it, and lists it as its own. */
  async formerKey(): Promise<string> {
    const path = '/api/projects/@current/api_keys/';
    const { id, value } = (await this.api('POST', path, { name: 'Old' })) as { id: number; value: string };
    await this.api('DELETE', `${path}${id}/`);
    return value;
  }

  get url(): string {
    return this.#running.url;
  }

  /** Returns a new address that signs one browser in, as a person opens it. */
  async link(path = '/'): Promise<string> {
    const { url } = (await this.api('POST', '/api/session/links/')) as { url: string };
    return url.replace('/#', `${path}#`);
  }

  /** The link printed at the last start. */
  get printedLink(): string {
    return /Window +(\S+)/.exec(this.output)?.[1] ?? '';
  }

  /** Output since the last start. */
  get output(): string {
    return this.#running.output();
  }

  /** Sends one event, an array or a batch envelope as a client would. */
  async capture(body: unknown, path = '/capture/'): Promise<Response> {
    const keyed = Array.isArray(body) ? body : { api_key: this.project.key, ...(body as object) };
    return fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(keyed),
    });
  }

  /** Sends a management request, whose `@current` project is the test's; throws unless it succeeds. */
  async api(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.project.personalKey}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  /** Posts something to a list, and returns its id. */
  async create(path: string, body: object): Promise<number> {
    return ((await this.api('POST', path, body)) as { id: number }).id;
  }

  /** Returns the id of the only person of the test's project. */
  async onlyPerson(): Promise<number> {
    const { results } = (await this.api('GET', '/api/projects/@current/persons/')) as { results: { id: number }[] };
    const [person, ...others] = results;
    if (person === undefined || others.length > 0) throw new Error(`There are ${results.length} persons`);
    return person.id;
  }

  /** Ends the process at once, as a crash would; `resume` starts it again on the same port and folder. */
  async kill(): Promise<void> {
    await this.#running.end('SIGKILL');
  }

  async resume(): Promise<void> {
    this.#running = await this.#start(this.dataDir, Number(new URL(this.url).port));
  }

  async close(): Promise<void> {
    await this.#running.end('SIGTERM');
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Starts a server in a process of its own, as `npm run serve` does. */
export async function startProcess(
  dataDir: string,
  port: number,
  environment: Record<string, string> = {},
): Promise<Running> {
  const child = spawn(process.execPath, [cli, 'serve', '--port', String(port), '--data-dir', dataDir], {
    env: {
      ...process.env,
      BENCHTOP_PROJECT_API_KEY: projectKey,
      BENCHTOP_PERSONAL_API_KEY: personalKey,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { url, output } = watchServer(child);
  return { url: await url, output, end: (signal) => end(child, signal) };
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(killTimer);
}
