import { setTimeout as delay } from 'node:timers/promises';
import { type UtilityProcess, utilityProcess } from 'electron';
import type { Report, ServerAddress, StartCommand } from './server-messages.ts';

export type ServerOptions = {
  /** The built `server-process.js`. */
  entry: string;
  dataDir: string;
  rendererDir: string;
  port: number;
  log: (line: string) => void;
  /** Called when the server answers, for the first time or again. */
  onUp: () => void;
  /** Called when the server keeps stopping; it stays down until `start` is called again. */
  onGivenUp: (error: ServerFailure) => void;
};

export type ServerSupervisor = {
  /** Resolves when the server answers; rejects with a `ServerFailure` when it cannot start. */
  start(): Promise<ServerAddress>;
  /** Reports whether the server answers now, so that no other program can have its port. */
  isUp(): boolean;
  /** Resolves to an address that signs in one browser; rejects with a `ServerFailure` while the server is down. */
  createLink(): Promise<string>;
  /** Closes the server, and resolves when its process has ended. */
  stop(): Promise<void>;
};

/** `url`: the address of the Benchtop that already uses the data folder. */
export class ServerFailure extends Error {
  override name = 'ServerFailure';
  readonly url: string | null;
  constructor(message: string, url: string | null = null) {
    super(message);
    this.url = url;
  }
}

const restarts = { limit: 5, firstDelay: 100, maxDelayMs: 5_000, forgetAfter: 60_000 };
const closeTimeout = 8_000;
const errorTail = 2_000;

/** Keeps one server process alive, with the same port and session after a restart, so that pages reconnect. */
export function superviseServer(options: ServerOptions): ServerSupervisor {
  let child: UtilityProcess | null = null;
  let running: ReturnType<typeof fork> | null = null;
  let address: ServerAddress | null = null;
  let stopping = false;
  let deaths = 0;

  async function launch(): Promise<ServerAddress> {
    const startedAt = Date.now();
    const server = fork(options.entry);
    child = server.process;
    child.postMessage(startCommand(options, address));
    const heard = await server.listening;
    address = { ...heard, busyPort: address?.busyPort ?? heard.busyPort };
    running = server;
    options.onUp();
    void server.exited.then((failure) => {
      running = null;
      if (Date.now() - startedAt > restarts.forgetAfter) deaths = 0;
      return restart(failure);
    });
    return address;
  }

  async function restart(failure: ServerFailure): Promise<void> {
    if (stopping) return;
    deaths += 1;
    if (deaths > restarts.limit) return options.onGivenUp(failure);
    options.log(`The server stopped (${failure.message}) and is restarted, ${deaths} of ${restarts.limit}.`);
    await delay(Math.min(restarts.firstDelay * 2 ** (deaths - 1), restarts.maxDelayMs));
    if (!stopping) await launch().catch(restart);
  }

  return {
    start: () => {
      deaths = 0;
      return launch();
    },
    isUp: () => running !== null,
    createLink: async () => {
      if (running === null) throw new ServerFailure('The server is starting again.');
      return running.createLink();
    },
    stop: async () => {
      stopping = true;
      if (child?.pid !== undefined) await close(child, child.pid);
    },
  };
}

function startCommand(options: ServerOptions, previous: ServerAddress | null): StartCommand {
  return {
    type: 'start',
    dataDir: options.dataDir,
    rendererDir: options.rendererDir,
    port: previous?.port ?? options.port,
    anyPort: previous === null,
    session: previous?.session ?? null,
  };
}

/** Closes a server. `pid` is undefined once a process has ended. */
async function close(server: UtilityProcess, pid: number): Promise<void> {
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  server.postMessage({ type: 'close' });
  const late = await Promise.race([exited, delay(closeTimeout, 'late' as const, { ref: false })]);
  if (late) {
    process.kill(pid, 'SIGKILL');
    await exited;
  }
}

/** Starts a server process. `listening` rejects when it fails or ends first; `exited` resolves to its last report. */
function fork(entry: string) {
  const server = utilityProcess.fork(entry, [], {
    serviceName: 'Benchtop server',
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let lastWords = '';
  server.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    lastWords = (lastWords + chunk).slice(-errorTail);
  });
  const exited = new Promise<ServerFailure>((resolve) => {
    server.once('exit', (code) => resolve(new ServerFailure(lastWords.trim() || `exit code ${code}`)));
  });
  const listening = new Promise<ServerAddress>((resolve, reject) => {
    server.on('message', (report: Report) => {
      if (report.type === 'listening') resolve(report.address);
      if (report.type === 'failed') reject(new ServerFailure(report.message, report.url));
    });
    void exited.then(reject);
  });
  return { process: server, listening, exited, createLink: linkMaker(server, exited) };
}

/** Requests links from the process; each answer has the id of its request. */
function linkMaker(server: UtilityProcess, exited: Promise<ServerFailure>): () => Promise<string> {
  let asked = 0;
  return () => {
    asked += 1;
    const id = asked;
    return new Promise<string>((resolve, reject) => {
      const listener = (report: Report) => {
        if (report.type !== 'link' || report.id !== id) return;
        server.off('message', listener);
        resolve(report.url);
      };
      server.on('message', listener);
      void exited.then(reject);
      server.postMessage({ type: 'link', id });
    });
  };
}
