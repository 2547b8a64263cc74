import express, { type Express } from 'express';
import { chatRoutes } from './actions/chat/chat-routes.ts';
import { actionDescription } from './actions/operations.ts';
import { actionRoutes } from './actions/routes.ts';
import type { App } from './app-host.ts';
import { isCapturePath } from './capture/capture.ts';
import { healthRoutes, troubleOf } from './capture/health.ts';
import type { PublicRequests } from './capture/public-requests.ts';
import type { Clock } from './core/time.ts';
import { type Database, isSealed } from './database/open.ts';
import { Reader } from './database/reader.ts';
import type { Storage } from './database/storage/storage.ts';
import { eventDescription } from './events/operations.ts';

import { eventRoutes } from './events/routes.ts';
import { type ServerFacts, statusRoutes } from './events/status.ts';
import { storageRoutes } from './events/storage-routes.ts';
import { experimentDescription } from './experiments/operations.ts';
import { resultRoutes } from './experiments/results/results-routes.ts';
import { experimentRoutes } from './experiments/routes.ts';
import { evaluationRoutes } from './flags/evaluation/evaluation-routes.ts';
import { flagDescription } from './flags/operations.ts';
import { flagRoutes } from './flags/routes.ts';
import { isDecidePath } from './flags/sdk/decide.ts';
import { definitionRoutes } from './flags/sdk/definitions.ts';
import { remoteConfigRoutes } from './flags/sdk/remote-config.ts';
import { errorHandler, unknownPath } from './http/error.ts';
import { knownHost, ownAddress, securityHeaders } from './http/guard.ts';
import { schemaRoutes } from './http/openapi.ts';
import { jsonBody } from './http/parse.ts';
import { splitUrl } from './http/public.ts';
import { withOriginForm } from './http/target.ts';
import { closeUnread, UnreadAnswers } from './http/unread-answers.ts';
import { serveWindow } from './http/window.ts';
import { createParts, type Parts } from './parts.ts';
import { personDescription } from './persons/operations.ts';
import { personRoutes } from './persons/routes.ts';
import { projectTables } from './project-tables.ts';
import { projectDescription } from './projects/operations.ts';
import { removeDeletedProjects } from './projects/remove.ts';
import { projectRoutes } from './projects/routes.ts';
import { sessionRoutes } from './projects/session-routes.ts';
import type { Presets } from './projects/store.ts';
import type { KnownReads } from './worker.ts';

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
  lane: boolean;
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
  const reader = new Reader<KnownReads>(workerFile, storage.folder.state.databaseDir, report);
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

async function createOn(database: Database, reader: Parts['reader'], options: AppOptions): Promise<App> {
  const { storage, report } = options;
  const address = ownAddress(options.facts.url());
  const parts = createParts({ ...options, ...storage.folder.state, address, reader }, database);
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
  const web = createWeb(options, parts, createApi(options, database, parts, cleanUp));
  // From here on a lock that another program holds must not block this thread: see Writer.
  database.pragma('busy_timeout = 0');

  await storage.begin(database, () => troubleOf(parts.storageState()));
  await spool.recover();
  cleanUp();
  delivery.start(writer);
  return {
    handle: withOriginForm(options.lane ? inFront(parts, web) : web),
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

const descriptions = [
  projectDescription,
  personDescription,
  eventDescription,
  flagDescription,
  actionDescription,
  experimentDescription,
];

/** The management API; the order of the routers is that of their paths, fixed ones before those with a parameter. */
function createApi({ clock, facts, storage }: AppOptions, database: Database, parts: Parts, cleanUp: () => void) {
  const { authenticator, projects, tail, storageState, reader, writer } = parts;
  const api = express.Router();
  api.use(schemaRoutes(descriptions, facts.version));
  api.use(
    ['/projects', '/personal_api_keys', '/users', '/status', '/sessions', '/storage'],
    authenticator.requireCaller,
    jsonBody(parts.memory),
  );
  api.use('/projects/:project_id', authenticator.requireProject);
  api.use(['/projects', '/personal_api_keys', '/users', '/session', '/sessions'], outwaitLock(writer));
  api.use(sessionRoutes(parts));
  api.use(projectRoutes({ store: projects, onProjectDeleted: cleanUp }));
  api.use(statusRoutes({ facts, database, storage, storageState, tail }), storageRoutes(storage));
  api.use(personRoutes({ reader: personReads(reader) }));
  api.use(eventRoutes({ reader, tail, answers: new UnreadAnswers(), now: clock.now }));
  api.use(evaluationRoutes({ ...parts, clock }), flagRoutes({ ...parts, clock }));
  api.use(chatRoutes({ ...parts, clock }), actionRoutes({ ...parts, clock }));
  api.use(resultRoutes({ ...parts, clock }), experimentRoutes({ ...parts, clock }));
  return api;
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

function createWeb(options: AppOptions, parts: Parts, api: express.Router): Express {
  const web = express();
  web.disable('x-powered-by');
  web.disable('etag');
  web.use((request, response, next) => {
    const handle = handlerOf(request.path, parts);
    if (handle === undefined) next();
    else handle(request, response);
  });
  web.use(remoteConfigRoutes(parts), definitionRoutes({ ...parts, ...parts.subjects }));
  web.use(refuseInSight(parts.requests));
  web.use(securityHeaders(), closeUnread());
  // Probes of other containers call it by a name that this machine does not know.
  web.use('/api', healthRoutes(parts));
  web.use(knownHost(options.host));
  web.use('/api', api);
  web.use('/api', unknownPath);
  if (options.rendererDir !== undefined) serveWindow(web, options.rendererDir, parts.address);
  web.use(unknownPath);
  web.use(errorHandler(options.report));
  return web;
}

/** What an SDK asks for and is refused leaves a row, as on the other public endpoints. */
function refuseInSight(requests: PublicRequests): express.ErrorRequestHandler {
  return async (error, request, _response, next) => {
    const isOfSdk = /^\/(array|static|flags|i|api\/(feature_flag|surveys|early_access_features))\//.test(request.path);
    next(isOfSdk ? await requests.refuse(request, error) : error);
  };
}

/**
 * Changes are written by the handlers themselves, on this thread. Lets what waits be written before them, and a brief lock of
 * another program end: a handler that meets one fails with 503.
 */
function outwaitLock(writer: Parts['writer']): express.RequestHandler {
  return (request, _response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') return next();
    const proceed = () => next();
    writer.run(() => undefined).then(proceed, proceed);
  };
}

const personReads = (reader: Reader<KnownReads>): Parameters<typeof personRoutes>[0]['reader'] => ({
  listPersons: (projectId, search, page) => reader.read('listPersons', { projectId, search, page }),
  person: (projectId, id) => reader.read('person', { projectId, id }),
  listGroups: (projectId, search, page) => reader.read('listGroups', { projectId, search, page }),
  groupTypes: (projectId) => reader.read('groupTypes', { projectId }),
  propertyNames: (projectId, query) => reader.read('propertyNames', { projectId, query }),
  propertyValues: (projectId, query) => reader.read('propertyValues', { projectId, query }),
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
