import { workerData } from 'node:worker_threads';
import { createActionQueries } from './actions/queries.ts';
import type { Database } from './database/open.ts';
import { serveQueries } from './database/reader.ts';
import { createDiffQueries } from './diff/queries.ts';
import type { ArchiveSettings } from './events/archive/archive-settings.ts';
import { readThroughArchive } from './events/archive/moving/wire.ts';
import { createEventQueries } from './events/queries.ts';
import { createExpectationQueries } from './expectations/queries.ts';
import { createExperimentQueries } from './experiments/queries.ts';
import { createFlagQueries } from './flags/queries.ts';
import { moduleBeside } from './module-beside.ts';
import { createPersonPreviewQueries } from './person-preview/queries.ts';
import { createPersonQueries } from './persons/queries.ts';
import { createRecordingQueries } from './recording/queries.ts';
import { createTrackingPlanQueries } from './tracking-plan/queries.ts';

/** The thread of heavy reads: all that it can be asked, by feature. */
const createQueries = (database: Database) => ({
  persons: createPersonQueries(database),
  events: createEventQueries(database),
  flags: createFlagQueries(database),
  actions: createActionQueries(database),
  experiments: createExperimentQueries(database),
  expectations: createExpectationQueries(database),
  diff: createDiffQueries(database),
  recording: createRecordingQueries(database),
  personPreview: createPersonPreviewQueries(database),
  trackingPlan: createTrackingPlanQueries(database),
});

export type KnownQueries = ReturnType<typeof createQueries>;

/** `archive`: where properties of events may be that are not in SQLite. */
export type ReadingData = { dataDir: string; archive: ArchiveSettings | undefined };

const { dataDir, archive: settings }: ReadingData = workerData;
serveQueries(dataDir, (database) => {
  if (settings !== undefined)
    readThroughArchive(database, { dataDir, settings, clientFile: moduleBeside('archive-worker') });
  return createQueries(database);
});
