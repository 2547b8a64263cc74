import { workerData } from 'node:worker_threads';
import packageJson from '../package.json' with { type: 'json' };
import type { Database } from './database/open.ts';
import { type ReaderThreadData, serveQueries } from './database/reader.ts';
import type { ArchiveSettings } from './events/archive/archive-settings.ts';
import { readThroughArchive } from './events/archive/moving/wire.ts';
import { moduleBeside } from './module-beside.ts';

/** Loads the queries of each feature on first use, in the thread of heavy reads: few features are asked. */
const createQueries = (database: Database, files: { dataDir: string; version: string }) => ({
  persons: async () => (await import('./persons/queries.ts')).createPersonQueries(database),
  events: async () => (await import('./events/queries.ts')).createEventQueries(database),
  flags: async () => (await import('./flags/queries.ts')).createFlagQueries(database),
  actions: async () => (await import('./actions/queries.ts')).createActionQueries(database),
  experiments: async () => (await import('./experiments/queries.ts')).createExperimentQueries(database, files),
  expectations: async () => (await import('./expectations/queries.ts')).createExpectationQueries(database),
  diff: async () => (await import('./diff/queries.ts')).createDiffQueries(database),
  recording: async () => (await import('./recording/queries.ts')).createRecordingQueries(database),
  personPreview: async () => (await import('./person-preview/queries.ts')).createPersonPreviewQueries(database),
  trackingPlan: async () => (await import('./tracking-plan/queries.ts')).createTrackingPlanQueries(database),
});

type Loaders = ReturnType<typeof createQueries>;
export type KnownQueries = { [Feature in keyof Loaders]: Awaited<ReturnType<Loaders[Feature]>> };

/** `archive`: where properties that are not in SQLite may be. */
export type ReadingData = ReaderThreadData & { archive: ArchiveSettings | undefined };

const data: ReadingData = workerData;
const { dataDir, archive: settings } = data;
serveQueries(data, (database) => {
  if (settings !== undefined)
    readThroughArchive(database, { dataDir, settings, clientFile: moduleBeside('archive-worker') });
  return createQueries(database, { dataDir, version: packageJson.version });
});
