import { boundTo } from '../database/bound.ts';
import type { Database } from '../database/open.ts';
import type { AskedQueries } from '../database/reader.ts';
import { createPersonReader } from './list.ts';
import { readPropertyNames, readPropertyValues } from './properties.ts';

export type PersonQueries = AskedQueries<ReturnType<typeof createPersonQueries>>;

export function createPersonQueries(database: Database) {
  const { personsByIds: _own, ...queries } = createPersonReader(database);
  return {
    ...queries,
    ...boundTo(database, { propertyNames: readPropertyNames, propertyValues: readPropertyValues }),
  };
}
