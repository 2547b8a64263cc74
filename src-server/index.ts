import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import pino from 'pino';
import { uuidv7 } from 'uuidv7';
import packageJson from '../package.json' with { type: 'json' };
import { type AppOptions, createApp } from './app.ts';
import { type App, AppHost } from './app-host.ts';
import type { Clock } from './core/clock.ts';
import { isDatabaseError } from './core/errors/database-error.ts';
import { lazy } from './core/lazy.ts';
import { maskKeys } from './core/mask-keys.ts';
import { countWords } from './core/text/numbers-contract.ts';
import { freeAfterStart } from './database/free-memory.ts';
import type { Database } from './database/open.ts';
import { withRestoreHint } from './database/restore-hint.ts';
import { databaseFile } from './database/storage/files.ts';
import { restoredLine } from './database/storage/finding.ts';
import { DataFolder } from './database/storage/folder.ts';
import { StartError, toStartError } from './database/storage/start-error.ts';
import { Storage } from './database/storage/storage.ts';
import { StorageLog } from './database/storage-log.ts';
import type { ArchiveSettings } from './events/archive/archive-settings.ts';
import { requireArchive } from './events/archive/require-archive.ts';
import { isLoopback, wildcards } from './http/guard.ts';
import { inTurn } from './http/server/in-turn.ts';
import { listen } from './http/server/listen.ts';
import { prepareStop } from './http/server/stop.ts';
import { isTls, type MalformedError, refuseConnect, refuseExpectation, refuseMalformed } from './http/server/target.ts';
import { moduleBeside } from './module-beside.ts';
import type { DefinitionsSettings } from './projects/definitions/definitions-settings.ts';
import { type IssuedSession, linkUrl } from './projects/session-contract.ts';
import type { FirstStart } from './projects/store.ts';

export type ServerOptions = {
  dataDir: string;
  /** 0: any free one. */
  port: number;
  host: string;
  /** More names by which clients reach this server, such as a container's. */
  allowedHosts?: readonly string[] | undefined;
  /** Path of the built window; without it the server only has its API. */
  rendererDir?: string | undefined;
  /** Where events are also kept; undefined: only SQLite. */
  archive?: ArchiveSettings | undefined;
  /** The source of definitions; undefined: they are edited here. */
  definitions?: DefinitionsSettings | undefined;
  projectApiKey?: string | undefined;
  personalApiKey?: string | undefined;
  clock?: Clock | undefined;
  fastPath?: boolean | undefined;
  /** The process runs nothing but this server, whose start leaves garbage to free. */
  isAlone?: boolean | undefined;
  /** First replaces the database with the newest copy. */
  restore?: boolean | undefined;
  /** Called with the keys when a new database had to be created while the server runs. */
  startedAnew?: ((keys: FirstStart) => void) | undefined;
  /** Called with errors whose cause is hidden from clients. */
  report?: ((error: unknown) => void) | undefined;
  /** Called with lines for people: why events cannot be stored, when they can be again, and what was restored. */
  say?: ((line: string) => void) | undefined;
};

export type RunningServer = {
  url: string;
  port: number;
  /** Creates a link that signs in one browser, until `expiresAt` (ms UTC). */
  createLink(): { url: string; expiresAt: number };
  /** Starts the session of the app's own window, and ends the one before. */
  startDesktopSession(): IssuedSession;
  /** The keys created at the first start on this data folder; the personal key can be read only now. */
  firstStart: FirstStart | null;
  /** Messages about the stored data: what is damaged or missing, and how to restore it. */
  findings: readonly string[];
  /** Other accounts that can read the folder. */
  warnings: readonly string[];
  close(): Promise<void>;
};

/** Milliseconds that requests may still take after a close. */
const graceMs = 3000;

/** Longer than clients keep idle connections, so that they close them and no request meets a closed one. */
const keepAliveMs = 75_000;

/**
 * Starts a Benchtop on a data folder and answers once it really listens. Throws ListenError, DataFolderBusyError when another Benchtop
 * uses the folder, PresetError for a preset key that the data folder refuses, and StartError for everything that is wrong with the
 * folder or the database.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const clock = options.clock ?? { now: Date.now, uuid: uuidv7 };
  const logger = createLogger();
  const say = options.say ?? logger.say;
  const storageLog = new StorageLog({ log: options.report ?? logger.log, say });
  const { report } = storageLog;
  const run = randomUUID();
  const folder = new DataFolder(options.dataDir);
  folder.take();
  const server = createServer({ keepAliveTimeout: keepAliveMs, requireHostHeader: false });
  server.on('clientError', refuseMalformed).on('connect', refuseConnect).on('checkExpectation', refuseExpectation);
  const stop = prepareStop(server);
  const taskFile = moduleBeside('storage-worker');
  const requireUsable = (copy: Database, file: string) => requireArchive(copy, options.archive, file);
  const storage = new Storage({ folder, taskFile, requireUsable, now: clock.now, log: storageLog, say });
  let host: AppHost | undefined;
  try {
    const restored = options.restore ? [storage.restoreClosed()] : [];
    await listen(server, options.port, options.host);
    const serveWith = holdRequests(server);
    const { port, url } = addressOf(server, options.host);
    const create = creator({ ...options, clock, run, report, say }, storage, url);
    host = await AppHost.start({
      create,
      failed: (error) => openingFailed(storageLog, error),
      startedAnew: options.startedAnew ?? (() => {}),
    });
    const running = host;
    storage.reopenWith(host.reopen);
    serveWith(inTurn(host.handle));
    server.on('clientError', (error: MalformedError) => isTls(error) && running.recordTls());
    folder.announce(url, run);
    if (options.isAlone) freeAfterStart();
    return {
      url,
      port,
      ...signIn(running, url),
      firstStart: host.firstStart,
      findings: [...restored.map(restoredLine), ...storage.lines()],
      warnings: folder.warnings,
      close: lazy(() => shutDown(stop, running, storage, report)),
    };
  } catch (error) {
    await host?.close();
    await storage.close();
    server.close();
    folder.release();
    throw error;
  }
}

/** Holds requests while the server opens its database, as it listens already; returns how to continue with it. */
function holdRequests(server: Server): (handle: AppHost['handle']) => void {
  const held: Parameters<AppHost['handle']>[] = [];
  const hold = (...exchange: Parameters<AppHost['handle']>) => void held.push(exchange);
  server.on('request', hold);
  return (handle) => {
    server.off('request', hold);
    server.on('request', handle);
    for (const exchange of held) handle(...exchange);
  };
}

function signIn(host: AppHost, url: string): Pick<RunningServer, 'createLink' | 'startDesktopSession'> {
  return {
    createLink() {
      const { code, expiresAt } = host.sessions.createCode();
      return { url: linkUrl(url, code), expiresAt };
    },
    startDesktopSession: () => host.sessions.startDesktop(),
  };
}

type Settled = ServerOptions & Pick<AppOptions, 'clock' | 'run' | 'report' | 'say'>;

/** Creates the application, and creates it again after a repair of the database: another instance, as its windows must know. */
function creator(options: Settled, storage: Storage, url: string): () => Promise<App> {
  const { projectApiKey, personalApiKey, dataDir, clock, fastPath = true } = options;
  const startedAt = clock.now();
  return () =>
    createApp({
      ...options,
      presets: { projectApiKey, personalApiKey },
      facts: { version: packageJson.version, instance: randomUUID(), dataDir, startedAt, url: () => url },
      storage,
      fastPath,
      workerFile: moduleBeside('worker'),
    }).catch((error) => {
      throw withRestoreHint(isDatabaseError(error) ? toStartError(error, databaseFile(dataDir)) : error, dataDir);
    });
}

/** Logs once that the database cannot be opened after a repair, while it is retried. */
function openingFailed(log: StorageLog, error: unknown): void {
  if (error instanceof StartError) log.begin({ kind: `opening: ${error.problem}`, sentence: error.message });
  else log.report(error);
}

/** Creates a logger that writes JSON lines to stderr: errors, and messages where no person reads the terminal. */
function createLogger(): { log(error: unknown): void; say(line: string): void } {
  const log = pino({ name: 'benchtop', hooks: { streamWrite: maskKeys } }, pino.destination({ dest: 2, sync: true }));
  return { log: (error) => log.error(error), say: (line) => log.info(line) };
}

/** Returns the address as browsers write it: without the port 80. */
function addressOf(server: Server, host: string): { port: number; url: string } {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  // A loopback name may have several addresses; this server has one.
  const name = wildcards.has(host) ? '127.0.0.1' : isLoopback(host) ? address.address : host;
  const url = new URL(`http://${name.includes(':') ? `[${name}]` : name}:${address.port}`).origin;
  return { port: address.port, url };
}

async function shutDown(
  stop: ReturnType<typeof prepareStop>,
  app: AppHost,
  storage: Storage,
  report: (error: unknown) => void,
): Promise<void> {
  const stopped = stop(graceMs);
  app.release();
  const cut = await stopped;
  if (cut > 0) report(new Error(`Closed ${countWords(cut, 'connection')} still in use.`));
  await app.close();
  await storage.close();
  storage.folder.release();
}
