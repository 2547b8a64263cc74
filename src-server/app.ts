import express, { type Express } from 'express';
import { chatEndpoints } from './actions/chat/chat-endpoints.ts';
import { actionEndpoints } from './actions/endpoints.ts';
import type { App } from './app-host.ts';
import { captureDefinitions, isCapturePath } from './capture/capture.ts';
import { healthEndpoints, troubleOf } from './capture/health.ts';
import type { PublicRequests } from './capture/public-requests.ts';
import type { Clock } from './core/time.ts';
import { type Database, isSealed } from './database/open.ts';
import { Reader } from './database/reader.ts';
import type { Storage } from './database/storage/storage.ts';
import { eventEndpoints } from './events/endpoints.ts';
import { type ServerFacts, statusEndpoints } from './events/status.ts';
import { storageEndpoints } from './events/storage-endpoints.ts';
import { experimentEndpoints } from './experiments/endpoints.ts';
import { resultEndpoints } from './experiments/results/results-endpoints.ts';
import { flagEndpoints } from './flags/endpoints.ts';
import { evaluationEndpoints } from './flags/evaluation/evaluation-endpoints.ts';
import { decideDefinitions, isDecidePath } from './flags/sdk/decide.ts';
import { definitionEndpoints } from './flags/sdk/definitions.ts';
import { configDefinitions, remoteConfigRoutes } from './flags/sdk/remote-config.ts';
import { endpointRouter, type Guard } from './http/endpoint-router.ts';
import { errorHandler, unknownPath } from './http/error.ts';
import { knownHost, ownAddress, securityHeaders } from './http/guard.ts';
import { splitUrl } from './http/public.ts';
import { schemaEndpoints } from './http/schema-endpoints.ts';
import { withOriginForm } from './http/target.ts';
import { closeUnread, UnreadAnswers } from './http/unread-answers.ts';
import { serveWindow } from './http/window.ts';
import { createParts, type Parts } from './parts.ts';
import { personEndpoints } from './persons/endpoints.ts';
import { projectTables } from './project-tables.ts';
import { projectEndpoints } from './projects/endpoints.ts';
import { requirePermission } from './projects/permissions.ts';
import { removeDeletedProjects } from './projects/remove.ts';
import { sessionEndpoints } from './projects/session-endpoints.ts';
import type { Presets } from './projects/store.ts';
import type { KnownQueries } from './worker.ts';

export type AppOptions = {
  host: string;
  rendererDir: string | undefined;
  presets: Presets;
  clock: Clock;
  /** A UUID of this run of the server. */
  run: string;
  facts: ServerFacts;
  storage: Storage;
  /** Whether capture stands in front of Express too; with it off every answer is the same, only slower. */
  fastPath: boolean;
  workerFile: URL;
  report(error: unknown): void;
};

/**
 * All wiring, and the trust model:
 *
 * - The server listens on loopback unless it is told otherwise in so many words. Who may reach it may send events: the public
 *   endpoints take a project key, which is public by nature, and answer any origin.
 * - Everything that reads or edits stands behind a personal key or a session (Bearer), answers no other origin (no CORS), and no
 *   other host name (DNS rebinding).
 * - A browser gets a session for a single-use code, the desktop window one from the shell. Its key derives from the folder's
 *   `identity` and is sent once. A page sends only tokens of this run, to a server that has proved that it knows the key.
 * - The window is a page of this same origin under a strict content security policy; what events carry is only ever shown as
 *   text.
 * - Personal keys are stored as hashes; answers, errors, logs and kept request bodies never hold a whole one.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { storage, report, workerFile } = options;
  const database = await storage.open();
  const reader = new Reader<KnownQueries>(workerFile, storage.folder.state.databaseDir, report);
  try {
    return await createOn(database, reader, options);
  } catch (error) {
    // What the start needs of the database is damaged: nothing of it goes on, or the process would never end.
    await reader.close();
    await storage.end();
    database.close();
    throw error;
  }
}

async function createOn(database: Database, reader: Reader<KnownQueries>, options: AppOptions): Promise<App> {
  const { storage, report } = options;
  const address = ownAddress(options.facts.url());
  const parts = createParts({ ...options, ...storage.folder.state, address, queries: reader.queries }, database);
  const { projects, writer, tail, spool, authenticator, log, calculation, delivery } = parts;
  const firstStart = projects.firstStart();
  const closing = new AbortController();
  let cleaning = Promise.resolve();
  const cleanUp = () => {
    cleaning = cleaning
      .then(() => removeDeletedProjects(database, writer, projectTables, closing.signal))
      .then(() => calculation.wake())
      .catch(report);
  };
  const web = createWeb(options, parts, createEndpoints(options, database, parts, reader.queries, cleanUp));
  // From here on a lock that another program holds must not block this thread: see Writer.
  database.pragma('busy_timeout = 0');

  await storage.begin(database, () => troubleOf(parts.storageState()));
  await spool.recover();
  cleanUp();
  delivery.start(writer);
  return {
    handle: withOriginForm(options.fastPath ? inFront(parts, web) : web),
    firstStart,
    sessions: parts.sessions,
    release: () => tail.close(),
    async close() {
      closing.abort();
      writer.close();
      await spool.close();
      await cleaning;
      await Promise.all([calculation.close(), delivery.close()]);
      await Promise.all([log.flush(), parts.requests.close()]);
      // Whatever was queued before this is on disk after it.
      await writer.run(() => undefined).catch(report);
      await reader.close();
      authenticator.close();
      await storage.end();
      closeDatabase(database, report);
    },
  };
}

/** Every endpoint that Express serves, by what stands before it. */
function createEndpoints(
  { clock, facts, storage }: AppOptions,
  database: Database,
  parts: Parts,
  queries: Reader<KnownQueries>['queries'],
  cleanUp: () => void,
) {
  const { projects, tail, storageState } = parts;
  const forSdks = definitionEndpoints({ ...parts, ...parts.subjects });
  const forProbes = healthEndpoints(parts);
  const ofStorage = storageEndpoints(storage);
  const rest = [
    ...projectEndpoints({ store: projects, onProjectDeleted: cleanUp }),
    ...sessionEndpoints(parts),
    ...personEndpoints({ queries: queries.persons }),
    ...eventEndpoints({ queries: queries.events, tail, answers: new UnreadAnswers(), now: clock.now }),
    ...statusEndpoints({ facts, database, storage, storageState, tail }),
    ...flagEndpoints({ ...parts, queries: queries.flags, clock }),
    ...evaluationEndpoints({ ...parts, queries: queries.flags, clock }),
    ...actionEndpoints({ ...parts, queries: queries.actions, clock }),
    ...chatEndpoints({ ...parts, clock }),
    ...experimentEndpoints({ ...parts, clock }),
    ...resultEndpoints({ ...parts, queries: queries.experiments, clock }),
  ];
  const inFrontOfExpress = [...captureDefinitions, ...decideDefinitions, ...configDefinitions];
  const described = [...inFrontOfExpress, ...forSdks, ...rest, ...forProbes, ...ofStorage];
  return { forSdks, forProbes, ofStorage, rest: [...rest, ...schemaEndpoints(described, facts.version)] };
}

type Handle = App['handle'];

/** What takes the public POST requests of a path. */
const handlerOf = (path: string, { capture, decide }: Parts): Handle | undefined =>
  isCapturePath(path) ? capture.handle : isDecidePath(path) ? decide.handle : undefined;

/** Takes the public POST paths before Express does: the same handlers, without what Express adds to the cost of a request. */
function inFront(parts: Parts, web: Express): Handle {
  return (request, response) => {
    const [path] = splitUrl(request.url ?? '');
    (handlerOf(path, parts) ?? web)(request, response);
  };
}

function createWeb(options: AppOptions, parts: Parts, endpoints: ReturnType<typeof createEndpoints>): Express {
  const guard = guardOf(parts);
  const web = express();
  web.disable('x-powered-by');
  web.disable('etag');
  web.use((request, response, next) => {
    const handle = handlerOf(request.path, parts);
    if (handle === undefined) next();
    else handle(request, response);
  });
  web.use(remoteConfigRoutes(parts), withoutSniffing, endpointRouter(endpoints.forSdks, guard));
  web.use(logSdkRejections(parts.requests));
  web.use(securityHeaders(), closeUnread());
  // Probes of other containers call it by a name that this machine does not know.
  web.use(endpointRouter(endpoints.forProbes, guard));
  web.use(knownHost(options.host));
  // A change of the stored data must not wait for a database that takes none.
  web.use(endpointRouter(endpoints.ofStorage, { ...guard, writable: async () => {} }));
  web.use(endpointRouter(endpoints.rest, guard));
  web.use('/api', unknownPath);
  if (options.rendererDir !== undefined) serveWindow(web, options.rendererDir, parts.address);
  web.use(unknownPath);
  web.use(errorHandler(options.report));
  return web;
}

/** What an SDK asks for and is refused leaves a row, as on the other public endpoints. */
function logSdkRejections(requests: PublicRequests): express.ErrorRequestHandler {
  return async (error, request, _response, next) => {
    const isOfSdk = /^\/(array|static|flags|i|api\/(feature_flag|surveys|early_access_features))\//.test(request.path);
    next(isOfSdk ? await requests.refuse(request, error) : error);
  };
}

/** SDKs load these from pages of any origin. */
const withoutSniffing: express.RequestHandler = (_request, response, next) => {
  response.set('X-Content-Type-Options', 'nosniff');
  next();
};

const guardOf = ({ authenticator, memory, writer }: Parts): Guard => ({
  caller: authenticator.bearer,
  project: authenticator.project,
  requirePermission,
  memory,
  // Changes are written by the handlers themselves, on this thread. Lets what waits be written before them, and a brief lock of
  // another program end: a handler that meets one fails with 503.
  writable: () => writer.run(() => undefined).catch(() => {}),
});

function closeDatabase(database: Database, report: (error: unknown) => void): void {
  try {
    // A sealed one must not touch its files: they may be another's by now.
    if (!isSealed(database)) database.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    report(error);
  }
  database.close();
}
