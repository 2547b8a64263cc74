import type { Database } from '../database/open.ts';
import type { TestRunStore } from '../test-runs/store.ts';
import { diffEndpoints } from './endpoints.ts';
import type { DiffQueries } from './queries.ts';
import { createDiffMaskStore } from './store.ts';

type Core = { database: Database; queries: DiffQueries; testRuns: TestRunStore };

/** Creates the endpoints of differences between events, test runs and builds. */
export const createDiff = ({ database, queries, testRuns }: Core) => ({
  endpoints: diffEndpoints({ queries, testRuns, store: createDiffMaskStore(database) }),
});
