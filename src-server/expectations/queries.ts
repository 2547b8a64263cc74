import { boundTo } from '../database/bound.ts';
import type { Database } from '../database/open.ts';
import type { AskedQueries } from '../database/reader.ts';
import { createRuleReader } from './checking/read-check.ts';

export type ExpectationQueries = AskedQueries<ReturnType<typeof createExpectationQueries>>;

export const createExpectationQueries = (database: Database) => boundTo(database, { check: createRuleReader() });
