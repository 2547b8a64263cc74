import { createActions } from './actions/wire.ts';
import type { App } from './app-host.ts';
import { createCapture } from './capture/wire.ts';
import type { Clock } from './core/clock.ts';
import type { FeatureCore } from './database/feature-core.ts';
import { freeWhileIdle } from './database/free-memory.ts';
import { closeWriter, type Database } from './database/open.ts';
import { Reader } from './database/reader.ts';
import type { Storage } from './database/storage/storage.ts';
import { Writer } from './database/writer.ts';
import { createDiff } from './diff/wire.ts';
import type { ArchiveSettings } from './events/archive/archive-settings.ts';
import { createArchive } from './events/archive/wire.ts';
import { createEvents } from './events/wire.ts';
import { createExpectations } from './expectations/wire.ts';
import { createExperiments } from './experiments/wire.ts';
import type { Feature } from './feature.ts';
import { createFlags } from './flags/wire.ts';
import { createPersonPreview } from './person-preview/wire.ts';
import { createPersons } from './persons/wire.ts';
import { definedTables, projectTables } from './project-tables.ts';
import type { DefinitionsSettings } from './projects/definitions/definitions-settings.ts';
import type { Follower } from './projects/definitions/follower.ts';
import { openFollower } from './projects/definitions/open-follower.ts';
import type { Presets } from './projects/store.ts';
import { createProjects } from './projects/wire.ts';
import { createRecording } from './recording/wire.ts';
import { createRelay } from './relay/wire.ts';
import { createTestRuns } from './test-runs/wire.ts';
import { createTrackingPlan } from './tracking-plan/wire.ts';
import { createHandle, type WebOptions } from './web.ts';
import type { KnownQueries, ReadingData } from './worker.ts';

export type AppOptions = WebOptions & {
  presets: Presets;
  /** Where events are also kept; undefined: only SQLite. */
  archive?: ArchiveSettings | undefined;
  /** The source of definitions; undefined: they are edited here. */
  definitions?: DefinitionsSettings | undefined;
  clock: Clock;
  /** A UUID of this run of the server. */
  run: string;
  storage: Storage;
  workerFile: URL;
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
  const reading: ReadingData = {
    dataDir: storage.folder.state.databaseDir,
    archive: options.archive,
    get header() {
      return storage.header;
    },
  };
  const reader = new Reader<KnownQueries>(workerFile, reading, report);
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
  const { storage, clock, report, say, definitions: settings } = options;
  const writer = new Writer(database);
  const follower = await openFollower({ database, writer, clock, settings, tables: definedTables, report, say });
  const core = { database, writer, clock, report, queries: reader.queries };
  const created = createFeatures(core, options, follower);
  const { features, projects, events, capture, actions } = created;
  const observers = features.flatMap(({ definitionsTaken = [] }) => definitionsTaken);
  follower?.begin(projects.source, observers);
  reader.follow(writer);
  freeWhileIdle(database, writer);
  const handle = createHandle({ ...options, ...created, writer, follower, opened: () => reader.prepare() });
  // From here on a lock of another program must not block this thread: see Writer.
  database.pragma('busy_timeout = 0');

  // The temporary copy of a read-only folder is sealed next, so what a kill left uncounted is counted before.
  if (storage.folder.readOnly !== null) await actions.settled().catch(report);
  await storage.begin(database, capture.trouble);
  // Before the others start, so that they find the events of the spool stored.
  await capture.recover();
  for (const feature of features) feature.start?.();
  return {
    handle,
    firstStart: projects.firstStart,
    refusedPreset: projects.refusedPreset,
    sessions: projects.sessions,
    recordTls: capture.recordTls,
    release: () => events.tail.close(),
    async close() {
      writer.close();
      // In reverse, as each may use those before it until it is closed. One that fails, as pages are damaged, must not keep the
      // others open, nor prevent a repair.
      for (const feature of features.toReversed()) await feature.close?.().catch(report);
      // Everything queued before is now on disk.
      await writer.run(() => undefined).catch(report);
      await reader.close();
      await storage.end();
      closeWriter(database, report);
    },
  };
}

type Core = FeatureCore<Reader<KnownQueries>['queries']>;

/** Creates the features: each gets what it uses of those before it, and knows none of those after it. */
function createFeatures(core: Core, options: AppOptions, follower: Follower | null) {
  const { facts, storage, presets, run, say, archive: settings } = options;
  const features: Feature[] = [];
  const add = <Created extends Feature>(feature: Created): Created => {
    features.push(feature);
    return feature;
  };
  const projects = add(createProjects(core, { facts, presets, run, say, follower, projectTables, definedTables }));
  const persons = add(createPersons(core));
  const testRuns = add(createTestRuns(core, { persons }));
  const events = add(createEvents(core, { testRuns, storage }));
  const archive = add(createArchive(core, { projects, events, facts, settings }));
  const capture = add(createCapture(core, { projects, persons, testRuns, events, archive, facts, storage, follower }));
  const flags = add(createFlags(core, { projects, persons, testRuns, capture }));
  const actions = add(createActions(core, { projects }));
  const experiments = add(createExperiments(core, { projects, actions, events, flags }));
  add(createExpectations(core, { events }));
  add(createDiff(core, { testRuns }));
  add(createRecording(core, { capture }));
  add(createPersonPreview(core, { flags, actions, experiments }));
  add(createTrackingPlan(core));
  add(createRelay(core, { projects, events, capture, facts }));
  // The last, as what it takes changes the others.
  if (follower !== null) add(follower);
  for (const { observers = [], check, removers = [], neededSince } of features) {
    for (const observer of observers) {
      capture.observe(observer);
      events.observeRemoval(observer);
    }
    if (check !== undefined) capture.checkWith(check);
    for (const remover of removers) testRuns.removal.add(remover);
    if (neededSince !== undefined) events.retention.setNeededSince(neededSince);
  }
  return { features, projects, events, capture, flags, actions };
}
