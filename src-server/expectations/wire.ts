import type { FeatureCore } from '../database/feature-core.ts';
import type { createEvents } from '../events/wire.ts';
import { createSchemas } from '../properties/json-schema.ts';
import { expectationEndpoints } from './endpoints.ts';
import type { ExpectationQueries } from './queries.ts';
import { createExpectationStore } from './store.ts';

type Core = FeatureCore<{ expectations: ExpectationQueries }>;
type Parts = { events: Pick<ReturnType<typeof createEvents>, 'tail'> };

/** Creates the endpoints of expectations: the events that test runs, or all events, must have. */
export function createExpectations({ database, clock, queries }: Core, { events: { tail } }: Parts) {
  const store = createExpectationStore(database, clock);
  const parts = { store, queries: queries.expectations, tail, clock, schemaOf: createSchemas() };
  return { endpoints: expectationEndpoints(parts) };
}
