import { boundTo } from '../database/bound.ts';
import type { Database } from '../database/open.ts';
import type { AskedQueries } from '../database/reader.ts';
import { countSlice } from './counting/read-counts.ts';
import { readBuildSchema, readPlan, readPlanEvent } from './reading/read-plan.ts';
import { readViolations } from './violations/read-violations.ts';

export type TrackingPlanQueries = AskedQueries<ReturnType<typeof createTrackingPlanQueries>>;

export const createTrackingPlanQueries = (database: Database) =>
  boundTo(database, {
    countSlice,
    plan: readPlan,
    event: readPlanEvent,
    buildSchema: readBuildSchema,
    violations: readViolations,
  });
