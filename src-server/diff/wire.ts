import type { FeatureCore } from '../database/feature-core.ts';
import type { createTestRuns } from '../test-runs/wire.ts';
import { diffEndpoints } from './endpoints.ts';
import type { DiffQueries } from './queries.ts';
import { createDiffMaskStore } from './store.ts';

type Parts = { testRuns: Pick<ReturnType<typeof createTestRuns>, 'store'> };

/** Creates the endpoints of differences between events, test runs and builds. */
export const createDiff = ({ database, queries }: FeatureCore<{ diff: DiffQueries }>, { testRuns }: Parts) => ({
  endpoints: diffEndpoints({ queries: queries.diff, testRuns: testRuns.store, store: createDiffMaskStore(database) }),
});
