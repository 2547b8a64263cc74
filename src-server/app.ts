import type { IncomingMessage } from 'node:http';
import express, { type Express } from 'express';
import { createActions } from './actions/wire.ts';
import type { App } from './app-host.ts';
import type { ServerFacts } from './capture/status.ts';
import { createCapture } from './capture/wire.ts';
import type { Clock } from './core/clock.ts';
import { isLogLong } from './database/checkpoints.ts';
import { freeWhileIdle } from './database/free-memory.ts';
import { type Database, isSealed } from './database/open.ts';
import { Reader } from './database/reader.ts';
import type { Storage } from './database/storage/storage.ts';
import { Writer } from './database/writer.ts';
import { createDiff } from './diff/wire.ts';
import type { ArchiveSettings } from './events/archive/archive-settings.ts';
import { createArchive } from './events/archive/wire.ts';
import { createEvents } from './events/wire.ts';
import { createExpectations } from './expectations/wire.ts';
import { createExperiments } from './experiments/wire.ts';
import { createFlags } from './flags/wire.ts';
import { schemaEndpoints } from './http/description/schema-endpoints.ts';
import { endpointRouter, type Guard } from './http/endpoint-router.ts';
import { errorHandler, unknownPath } from './http/error.ts';
import { knownHost, ownAddress, securityHeaders } from './http/guard.ts';
import { type PublicEndpoint, publicRouter, splitUrl } from './http/public-endpoint.ts';
import { RequestMemory } from './http/request-memory.ts';
import { withOriginForm } from './http/server/target.ts';
import { withTestRunPath } from './http/test-run-path.ts';
import { closeUnread } from './http/unread-answers.ts';
import { isTypedPath, serveWindow } from './http/window.ts';
import { createPersonPreview } from './person-preview/wire.ts';
import { createPersons } from './persons/wire.ts';
import { definedTables, projectTables } from './project-tables.ts';
import type { DefinitionsSettings } from './projects/definitions/definitions-settings.ts';
import type { Follower } from './projects/definitions/follower.ts';
import { requirePermission } from './projects/permissions.ts';
import type { Presets } from './projects/store.ts';
import { createProjects } from './projects/wire.ts';
import { createRecording } from './recording/wire.ts';
import { createRelay } from './relay/wire.ts';
import { logStrayRequests, sdkRoutes } from './sdk-routes.ts';
import { describedInTestRun } from './test-runs/describe.ts';
import { createTestRuns } from './test-runs/wire.ts';
import { createTrackingPlan } from './tracking-plan/wire.ts';
import type { KnownQueries, ReadingData } from './worker.ts';

export type AppOptions = {
  host: string;
  /** More names by which clients reach this server. */
  allowedHosts?: readonly string[] | undefined;
  rendererDir: string | undefined;
  presets: Presets;
  /** Where events are also kept; undefined: only SQLite. */
  archive?: ArchiveSettings | undefined;
  /** The source of definitions; undefined: they are edited here. */
  definitions?: DefinitionsSettings | undefined;
  clock: Clock;
  /** A UUID of this run of the server. */
  run: string;
  facts: ServerFacts;
  storage: Storage;
  /** Whether capture runs before Express too; without it every answer is the same, only slower. */
  fastPath: boolean;
  workerFile: URL;
  report(error: unknown): void;
  /** Called with lines for people when a problem of the server begins and ends. */
  say(line: string): void;
};

/**
 * Wires the server. The trust model:
 * - The server listens on loopback unless told otherwise explicitly. Anyone who can reach it can send events: the public
 * endpoints take a project key, which is public by nature, and answer any origin.
 * - Everything that reads or edits requires a personal key or a session (Bearer), and answers no other origin (no CORS) and no
 * other host name (DNS rebinding).
 * - A browser gets a session for a single-use code, the desktop window one from the shell. Its key derives from the folder's
 * `identity` and is sent once. A page sends only tokens of this run, to a server that has proved that it knows the key.
 * - The window is a page of this same origin under a strict content security policy; what events carry is only ever shown as
 * text.
 * - Personal keys are stored as hashes; answers, errors, logs and kept request bodies never hold a whole one.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { storage, report, workerFile } = options;
  const database = await storage.open();
  const dataDir = storage.folder.state.databaseDir;
  const reading: ReadingData = { dataDir, archive: options.archive };
  const reader = new Reader<KnownQueries>(workerFile, reading, { isLogLong: () => isLogLong(dataDir), report });
  try {
    return await createOn(database, reader, options);
  } catch (error) {
    // The start needs a damaged part: close everything, or the process would never end.
    await reader.close();
    await storage.end();
    database.close();
    throw error;
  }
}

async function createOn(database: Database, reader: Reader<KnownQueries>, options: AppOptions): Promise<App> {
  const { storage, report } = options;
  const writer = new Writer(database);
  const memory = new RequestMemory();
  const follower = await openFollower(options, database, writer);
  const features = createFeatures({ ...options, follower }, database, writer, reader.queries, memory);
  follower?.begin(features.projects.source, observersOf(features));
  const { projects, persons, testRuns, events, archive, capture, flags, actions } = features;
  const { experiments, trackingPlan, relay } = features;
  reader.follow(writer);
  freeWhileIdle(database, writer);
  const ofSdks = publicRouter([...capture.publicEndpoints, ...flags.publicEndpoints]);
  const hasWindow = options.rendererDir !== undefined;
  const takerOf: TakerOf = (request) =>
    hasWindow && isTypedPath(request) ? undefined : ofSdks(splitUrl(request.url ?? '')[0])?.take;
  const guard = guardOf(projects, memory, writer, follower?.url ?? null);
  const web = createWeb(options, features, takerOf, guard, () => reader.prepare());
  // From here on a lock of another program must not block this thread: see Writer.
  database.pragma('busy_timeout = 0');

  await storage.begin(database, capture.trouble);
  await capture.start();
  const started = [projects, persons, testRuns, events, archive, actions, experiments, trackingPlan, relay, follower];
  for (const feature of started) feature?.start();
  return {
    handle: withOriginForm(withTestRunPath(options.fastPath ? inFront(takerOf, web) : web)),
    firstStart: projects.firstStart,
    refusedPreset: projects.refusedPreset,
    sessions: projects.sessions,
    noteTls: capture.noteTls,
    release: () => events.tail.close(),
    async close() {
      writer.close();
      await follower?.close();
      await relay.close();
      await actions.close();
      await trackingPlan.close();
      await flags.close();
      await capture.close();
      await testRuns.close();
      await persons.close();
      await archive.close();
      await events.close();
      await projects.close();
      // Everything queued before is now on disk.
      await writer.run(() => undefined).catch(report);
      await reader.close();
      await storage.end();
      closeDatabase(database, report);
    },
  };
}

/** Opens the follower; loads its code only if there is a source. */
async function openFollower(options: AppOptions, database: Database, writer: Writer): Promise<Follower | null> {
  const { definitions: settings, clock, report, say } = options;
  if (settings === undefined) return null;
  const { Follower } = await import('./projects/definitions/follower.ts');
  return Follower.open({ database, writer, clock, settings, tables: definedTables, report, say });
}

const observersOf = (features: Features) =>
  Object.values(features).flatMap((feature) => ('definitionsTaken' in feature ? feature.definitionsTaken : []));

type Features = ReturnType<typeof createFeatures>;

/** Creates the features: each gets what it uses of those before it, and knows none of those after it. */
function createFeatures(
  {
    clock,
    report,
    facts,
    storage,
    presets,
    run,
    archive: settings,
    follower,
  }: AppOptions & { follower: Follower | null },
  database: Database,
  writer: Writer,
  queries: Reader<KnownQueries>['queries'],
  memory: RequestMemory,
) {
  const core = { database, writer, clock, report };
  const { dataDir } = facts;
  const { readOnly } = storage.folder.state;
  const address = ownAddress(facts.url());
  const tables = { tables: projectTables, definedTables };
  const definitionsAt = follower?.url ?? null;

  const projects = createProjects({ ...core, ...tables, dataDir, presets, run, address, definitionsAt });
  const { authenticator, user } = projects;
  const persons = createPersons({ ...core, queries: queries.persons });
  const testRuns = createTestRuns({ ...core, personOf: (...of) => persons.store.idOf(...of) });
  const arrivingRuns = testRuns.arriving;
  const events = createEvents({ ...core, storage, queries: queries.events, arrivingRuns });
  const ofEvents = { events: events.store, bodies: events.bodies, arrivingRuns };
  const stores = { ...ofEvents, persons: persons.store, groups: persons.groups };
  const archive = createArchive({ ...core, settings, dataDir, queries: queries.events, events });
  const { tail } = events;
  const ofCapture = { memory, facts, storage, readOnly, authenticator, stores, tail, refusal: archive.refusal };
  const capture = createCapture({ ...core, ...ofCapture, definitions: () => follower?.status() ?? null });
  capture.tellOfSending(archive.sending);
  const { requests } = capture;
  const flags = createFlags({ ...core, queries: queries.flags, user, authenticator, stores, requests });
  const actions = createActions({ ...core, queries: queries.actions, user });
  const experiments = createExperiments({ ...core, queries: queries.experiments, user, flags });
  for (const { observer } of [flags, actions, experiments]) capture.observe(observer);
  testRuns.observeChanges(() => tail.notifyWaiters(0));
  const expectations = createExpectations({ ...core, queries: queries.expectations, tail });
  const diff = createDiff({ database, queries: queries.diff, testRuns: testRuns.store });
  const recording = createRecording({ queries: queries.recording, captures: capture.publicEndpoints, clock });
  const ofPreview = { evaluator: flags.evaluator, actions: actions.actions, experiments: experiments.experiments };
  const ofPerson = {
    flags: queries.flags,
    actions: actions.queries,
    experiments: queries.experiments,
    personPreview: queries.personPreview,
  };
  const personPreview = createPersonPreview({ ...ofPreview, queries: ofPerson, clock });
  const trackingPlan = createTrackingPlan({ ...core, queries: queries.trackingPlan });
  capture.check(trackingPlan.check);
  for (const observer of trackingPlan.observers) {
    capture.observe(observer);
    events.observeRemoval(observer);
  }
  for (const { observer } of [actions, experiments]) events.observeRemoval(observer);
  for (const remover of [...events.removers, flags.remover, actions.remover]) testRuns.removal.add(remover);
  const relay = createRelay({ ...core, queries: queries.events, url: facts.url(), projects, events, capture });
  const others = { expectations, diff, recording, personPreview, trackingPlan, relay };
  return { projects, persons, testRuns, events, archive, capture, flags, actions, experiments, ...others };
}

type Handle = App['handle'];
type TakerOf = (request: IncomingMessage) => PublicEndpoint['take'] | undefined;

/** Handles the public POST paths before Express does: the same handlers, without the cost of Express. */
const inFront =
  (takerOf: TakerOf, web: Express): Handle =>
  (request, response) =>
    (takerOf(request) ?? web)(request, response);

function createWeb(options: AppOptions, features: Features, takerOf: TakerOf, guard: Guard, opened: () => void) {
  const { capture, flags } = features;
  const endpoints = Object.values(features).flatMap((feature) => feature.endpoints);
  const forSdks = [...capture.publicEndpoints, ...flags.publicEndpoints, ...flags.remoteConfig.described];
  const inTestRun = [...forSdks, ...flags.sdkEndpoints].map(describedInTestRun);
  const described = [...inTestRun, ...endpoints, ...capture.probes];
  const web = express();
  web.disable('x-powered-by');
  web.disable('etag');
  web.use((request, response, next) => {
    const take = takerOf(request);
    if (take === undefined) next();
    else take(request, response);
  });
  web.use(sdkRoutes({ requests: capture.requests, flags }, guard));
  web.use(securityHeaders(), closeUnread());
  // Probes of other containers use a name that this machine does not know.
  web.use(endpointRouter(capture.probes, guard));
  web.use(knownHost(options.host, options.allowedHosts));
  web.use(endpointRouter([...endpoints, ...schemaEndpoints(described, options.facts.version)], guard));
  web.use('/api', unknownPath);
  if (options.rendererDir !== undefined) serveWindow(web, options.rendererDir, ownAddress(options.facts.url()), opened);
  web.use(unknownPath);
  web.use(logStrayRequests(capture.requests));
  web.use(errorHandler(options.report));
  return web;
}

const guardOf = (
  { authenticator }: Features['projects'],
  memory: RequestMemory,
  writer: Writer,
  definitionsAt: string | null,
): Guard => ({
  caller: authenticator.bearer,
  project: authenticator.project,
  requirePermission: (caller, needed) => requirePermission(caller, needed, definitionsAt),
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
