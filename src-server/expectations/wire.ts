import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/open.ts';
import type { Tail } from '../events/tail.ts';
import { createSchemas } from '../properties/json-schema.ts';
import { expectationEndpoints } from './endpoints.ts';
import type { ExpectationQueries } from './queries.ts';
import { createExpectationStore } from './store.ts';

type Core = { database: Database; clock: Clock; queries: ExpectationQueries; tail: Tail };

/** Creates the endpoints of expectations: the events that test runs, or all events, must have. */
export function createExpectations({ database, clock, queries, tail }: Core) {
  const store = createExpectationStore(database, clock);
  return { endpoints: expectationEndpoints({ store, queries, tail, clock, schemaOf: createSchemas() }) };
}
