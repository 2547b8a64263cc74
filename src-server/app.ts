import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import express, { type Express } from 'express';
import { type Database, openWriter } from './database/open.ts';
import { Reader } from './database/reader.ts';
import { Writer } from './database/writer.ts';
import { Capture, isCapturePath } from './events/capture.ts';
import { type EventFollower, Ingest } from './events/ingest.ts';
import { eventDescription } from './events/operations.ts';
import { PublicRequests } from './events/public-requests.ts';
import { removeDeletedProjects } from './events/remove.ts';
import { eventRoutes } from './events/routes.ts';
import { Spool } from './events/spool.ts';
import { type ServerFacts, statusRoutes } from './events/status.ts';
import { EventStore } from './events/store.ts';
import { Tail } from './events/tail.ts';
import { errorHandler, notFound, unknownPath } from './http/error.ts';
import { knownHost, securityHeaders } from './http/guard.ts';
import { schemaRoutes } from './http/openapi.ts';
import { jsonBody } from './http/parse.ts';
import type { Clock } from './http/time.ts';
import { GroupStore } from './persons/groups.ts';
import { personDescription } from './persons/operations.ts';
import { personRoutes } from './persons/routes.ts';
import { PersonStore } from './persons/store.ts';
import { createAuthenticator } from './projects/authenticate.ts';
import { projectDescription } from './projects/operations.ts';
import { projectRoutes } from './projects/routes.ts';
import { createProjectStore, type FirstStart, type Presets } from './projects/store.ts';
import type { KnownReads } from './worker.ts';

export type AppOptions = {
  host: string;
  rendererDir: string | undefined;
  sessionKey: string;
  presets: Presets;
  clock: Clock;
  facts: ServerFacts;
  /** Whether capture stands in front of Express too; with it off every answer is the same, only slower. */
  lane: boolean;
  workerFile: URL;
  report(error: unknown): void;
};

export type App = {
  handle(request: IncomingMessage, response: ServerResponse): void;
  firstStart: FirstStart | null;
  /** Lets nobody wait any longer, so that requests end. */
  release(): void;
  close(): Promise<void>;
};

/**
 * All wiring, and the trust model:
 *
 * - The server listens on loopback unless it is told otherwise in so many words. Who may reach it may send events: the public
 *   endpoints take a project key, which is public by nature, and answer any origin.
 * - Everything that reads or edits stands behind a personal key (Bearer), answers no other origin (no CORS), and no other host
 *   name (DNS rebinding). The desktop window and the browser that a person opens get a key minted for this run; those of the
 *   newest runs stay good, so that an open tab survives a restart. Only their hashes are stored.
 * - The window is a page of this same origin under a strict content security policy; what events carry is only ever shown as
 *   text.
 * - Personal keys are stored as hashes; answers, errors, logs and kept request bodies never hold a whole one.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { clock, facts, report } = options;
  const database = openWriter(facts.dataDir);
  const projects = createProjectStore(database, clock, options.presets);
  const firstStart = projects.firstStart();
  const tail = new Tail(clock.now);
  const { writer, events, ingest } = createWriting(database, clock, tail, []);
  const spool = new Spool({ dataDir: facts.dataDir, database, writer, ingest, report });
  const authenticator = createAuthenticator({
    store: projects,
    sessionKey: options.sessionKey,
    now: clock.now,
    report,
  });
  const requests = new PublicRequests({ authenticator, writer, events, clock, report });
  const capture = new Capture({ requests, writer, ingest, events, spool, clock, report });
  const reader = new Reader<KnownReads>(options.workerFile, facts.dataDir, report);
  const closing = new AbortController();
  let cleaning = Promise.resolve();
  const cleanUp = () => {
    cleaning = cleaning.then(() => removeDeletedProjects(database, writer, closing.signal)).catch(report);
  };

  const api = express.Router();
  api.use(schemaRoutes([projectDescription, personDescription, eventDescription], facts.version));
  api.use(['/projects', '/personal_api_keys', '/users', '/status'], authenticator.requireCaller, jsonBody());
  api.use('/projects/:project_id', authenticator.requireProject);
  api.use(projectRoutes({ store: projects, onProjectDeleted: cleanUp }));
  api.use(statusRoutes({ facts, database, spool, tail }));
  api.use(personRoutes({ reader: personReads(reader) }));
  api.use(eventRoutes({ reader, tail, now: clock.now }));
  const web = createWeb(options, capture, api);

  await spool.recover();
  cleanUp();
  return {
    handle: options.lane ? inFront(capture, web) : web,
    firstStart,
    release: () => tail.close(),
    async close() {
      closing.abort();
      await spool.close();
      await cleaning;
      // Whatever was queued before this is on disk after it.
      await writer.run(() => undefined).catch(report);
      await reader.close();
      authenticator.close();
      closeDatabase(database, report);
    },
  };
}

/** The writer, and the stores that write inside its transactions. */
function createWriting(database: Database, clock: Clock, tail: Tail, followers: readonly EventFollower[]) {
  const events = new EventStore(database);
  const persons = new PersonStore(database, clock);
  const groups = new GroupStore(database);
  let stored = 0;
  const writer = new Writer(database, {
    beforeCommit() {
      persons.flush();
      for (const follower of followers) follower.flush();
      stored = events.flush();
    },
    afterCommit: () => tail.wake(stored),
    afterRollback() {
      for (const store of [persons, groups, events, ...followers]) store.forget();
    },
  });
  return { writer, events, persons, groups, ingest: new Ingest({ events, persons, groups }, followers, clock) };
}

/** Takes the public POST paths before Express does: the same handler, without what Express adds to the cost of a request. */
function inFront(capture: Capture, web: Express): App['handle'] {
  return (request, response) => {
    const url = request.url ?? '';
    const end = url.indexOf('?');
    if (isCapturePath(end < 0 ? url : url.slice(0, end))) capture.handle(request, response);
    else web(request, response);
  };
}

function createWeb(options: AppOptions, capture: Capture, api: express.Router): Express {
  const web = express();
  web.disable('x-powered-by');
  web.disable('etag');
  web.use((request, response, next) => (isCapturePath(request.path) ? capture.handle(request, response) : next()));
  web.use(securityHeaders(), knownHost(options.host));
  web.use('/api', api);
  web.use('/api', unknownPath);
  if (options.rendererDir !== undefined) serveWindow(web, options.rendererDir);
  web.use(unknownPath);
  web.use(errorHandler(options.report));
  return web;
}

/** The built window; a path that is no file is a route of the window. */
function serveWindow(web: Express, directory: string): void {
  web.use('/assets', express.static(join(directory, 'assets'), { immutable: true, maxAge: '1y' }), unknownPath);
  web.use(express.static(directory, { index: false, cacheControl: false }));
  web.get('/{*route}', (request, response, next) => {
    if (!request.accepts('html')) return next();
    response
      .set('Cache-Control', 'no-cache')
      .sendFile('index.html', { root: directory, cacheControl: false }, (error) => {
        if (error !== undefined && !response.headersSent)
          next(notFound('The window is not built: run "npm run build".'));
      });
  });
}

const personReads = (reader: Reader<KnownReads>): Parameters<typeof personRoutes>[0]['reader'] => ({
  listPersons: (projectId, search, page) => reader.read('listPersons', { projectId, search, page }),
  person: (projectId, id) => reader.read('person', { projectId, id }),
  listGroups: (projectId, search, page) => reader.read('listGroups', { projectId, search, page }),
  propertyNames: (projectId, query) => reader.read('propertyNames', { projectId, query }),
  propertyValues: (projectId, query) => reader.read('propertyValues', { projectId, query }),
});

function closeDatabase(database: Database, report: (error: unknown) => void): void {
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    report(error);
  }
  database.close();
}
