import { workerData } from 'node:worker_threads';
import { createActionQueries } from './actions/queries.ts';
import type { Database } from './database/open.ts';
import { serveQueries } from './database/reader.ts';
import { createDiffQueries } from './diff/queries.ts';
import { createEventQueries } from './events/queries.ts';
import { createExpectationQueries } from './expectations/queries.ts';
import { createExperimentQueries } from './experiments/queries.ts';
import { createFlagQueries } from './flags/queries.ts';
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

serveQueries(workerData, createQueries);
