import type { FeatureCore } from '../database/feature-core.ts';
import type { Taken } from '../projects/definitions/definition-table.ts';
import { personEndpoints } from './endpoints.ts';
import { GroupStore } from './groups.ts';
import { LastSeen } from './last-seen.ts';
import type { PersonQueries } from './queries.ts';
import { PersonStore } from './store.ts';

/** Creates the endpoints of persons and groups, and the observer that updates them. */
export function createPersons({ database, writer, clock, report, queries }: FeatureCore<{ persons: PersonQueries }>) {
  const lastSeen = new LastSeen(database, writer, report);
  const store = new PersonStore(database, clock, lastSeen);
  const groups = new GroupStore(database);
  writer.join(store);
  writer.join(lastSeen);
  writer.join(groups);
  return {
    store,
    groups,
    definitionsTaken: ({ rows }: Taken) => groups.definitionsTaken(rows),
    endpoints: personEndpoints({ queries: queries.persons, lastSeen }),
    start: () => lastSeen.start(),
    close: () => lastSeen.close(),
  };
}
