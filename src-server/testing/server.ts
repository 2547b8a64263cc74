import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject } from '../core/contract.ts';
import { lazy } from '../core/lazy.ts';
import { openWriter } from '../database/open.ts';
import { databaseFile, walFile } from '../database/storage/files.ts';
import { eventDetail, eventPage } from '../events/contract.ts';
import type { RunningServer, ServerOptions } from '../index.ts';
import { project } from '../projects/contract.ts';
import { checkAnswer } from './described-answers.ts';
import { allMoved, movingArchive } from './moved-events.ts';
import { loadServer } from './program.ts';
import { type Content, sendRequest } from './request.ts';

const { startServer } = await loadServer();

export const projectKey = 'phc_testingProjectKey';
export const personalKey = 'phx_testingPersonalKey';

const defaults = {
  host: '127.0.0.1',
  projectApiKey: projectKey,
  personalApiKey: personalKey,
  say: () => undefined,
};

type Answer = { status: number; body: unknown; headers: Headers };
type Options = Partial<
  Pick<
    ServerOptions,
    'archive' | 'definitions' | 'clock' | 'fastPath' | 'rendererDir' | 'report' | 'say' | 'host' | 'allowedHosts'
  >
> & {
  /** Fills the data folder before the first start; default: a database without rows. */
  prepare?: (dataDir: string) => void;
};

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

/**
 * Starts a real server on a free port and a fresh data folder, with one project and the two keys above. An error whose cause is
 * hidden from clients fails the test, unless the test takes `report` itself. So does an answer that does not fit the API
 * description.
 */
export async function startTestServer({ prepare, ...options }: Options = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'benchtop-test-'));
  if (prepare === undefined) writeFileSync(databaseFile(dataDir), emptyDatabase(), { mode: 0o600 });
  else prepare(dataDir);
  const failures: unknown[] = [];
  const moving = options.archive === undefined ? movingArchive() : undefined;
  const start = (port: number, changed: Partial<ServerOptions> = {}): Promise<RunningServer> =>
    startServer({
      dataDir,
      port,
      ...defaults,
      report: (error) => failures.push(error),
      archive: moving,
      ...options,
      ...changed,
    });
  let running = await start(0);
  const { url, port } = running;

  const send = moving === undefined ? senderTo(url) : onceMoved(senderTo(url), dataDir);
  const first = requestsTo(send, 1, projectKey);
  const requireNoFailure = (): void => {
    const reported = failures.splice(0);
    if (reported.length > 0) throw new AggregateError(reported, 'the server reported failures');
  };
  const close = async (): Promise<void> => {
    await running.close();
    rmSync(dataDir, { recursive: true, force: true });
    requireNoFailure();
  };
  return {
    ...first,
    url,
    dataDir,
    personalKey,
    link: () => running.createLink().url,
    startDesktopSession: () => running.startDesktopSession(),
    send,
    /** Sends requests to a new project, for which `@current` stands in a path. */
    async inNewProject(): Promise<typeof first> {
      const { body } = await first.api('POST', '/api/projects/', { name: 'Shop' });
      const { id, api_key: key } = project.parse(body);
      return requestsTo(send, id, key ?? '', (path) => path.replace('@current', String(id)));
    },
    stop: () => running.close(),
    /** Starts the server again. `changed`: options that differ for this start. */
    async restart(changed?: Partial<ServerOptions>): Promise<void> {
      await running.close();
      running = await start(port, changed);
    },
    requireNoFailure,
    close,
    /** `await using` closes it. */
    [Symbol.asyncDispose]: close,
  };
}

/** The option to start on the present files of a server, as after a crash. */
export const crashOf = (server: { dataDir: string }) => ({
  prepare(dataDir: string): void {
    const [from, to] = [databaseFile(server.dataDir), databaseFile(dataDir)];
    copyFileSync(from, to);
    copyFileSync(walFile(from), walFile(to));
  },
});

/** A database that no server has opened. Migrations took a third of the CPU time of a start. */
const emptyDatabase = lazy(() => {
  const folder = mkdtempSync(join(tmpdir(), 'benchtop-test-'));
  const database = openWriter(folder);
  // Each server identifies its own.
  database.pragma('application_id = 0');
  database.close();
  const bytes = readFileSync(databaseFile(folder));
  rmSync(folder, { recursive: true });
  return bytes;
});

const senderTo =
  (url: string) =>
  async (method: string, path: string, headers: Record<string, string>, content: Content): Promise<Answer> => {
    const { text, ...received } = await sendRequest(url + path, method, headers, content);
    const answer = { ...received, body: text === '' ? null : parseJson(text) };
    if (isJson(answer) && text !== '') checkAnswer({ method, path, ...answer });
    return answer;
  };

type Send = ReturnType<typeof senderTo>;

/** Reads nothing before all that was captured is moved. */
const onceMoved =
  (send: Send, dataDir: string): Send =>
  async (method, path, headers, body) => {
    if (path.startsWith('/api/')) await allMoved(dataDir);
    return send(method, path, headers, body);
  };

function requestsTo(send: Send, projectId: number, projectKey: string, pathOf = (path: string) => path) {
  const api = (method: string, path: string, body?: unknown, key = personalKey) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    return send(method, pathOf(path), headers, toBody(body));
  };
  const events = `/api/projects/${projectId}/events/`;
  return {
    projectId,
    projectKey,
    /** Sends a management request; non-string bodies are sent as JSON. */
    api,
    /** Sends a public request, with the project key added to an object that has none. */
    capture: (body: unknown, path = '/capture/') =>
      send('POST', path, { 'Content-Type': 'application/json' }, toBody(withKey(body, projectKey))),
    /** Reads a list to its end; returns the answer of each page. */
    async pages(path: string): Promise<Answer[]> {
      const answers: Answer[] = [];
      for (let next: string | null = path; next !== null; ) {
        const answer = await api('GET', next);
        answers.push(answer);
        const found = (answer.body as { next: string | null }).next;
        next = found && new URL(found).pathname + new URL(found).search;
      }
      return answers;
    },
    /** Lists events, newest first. */
    events: async (query = '') => eventPage.parse((await api('GET', `${events}?${query}`)).body).results,
    event: async (uuid = '') => eventDetail.parse((await api('GET', `${events}${uuid}/`)).body),
  };
}

const isJson = ({ headers }: Answer) => headers.get('content-type')?.startsWith('application/json') === true;

function withKey(body: unknown, api_key: string): unknown {
  return isJsonObject(body) ? { api_key, ...body } : body;
}

const toBody = (body: unknown): string | null =>
  body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
