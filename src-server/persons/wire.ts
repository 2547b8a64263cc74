import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/open.ts';
import type { Writer } from '../database/writer.ts';
import type { Taken } from '../projects/definitions/definition-table.ts';
import { personEndpoints } from './endpoints.ts';
import { GroupStore } from './groups.ts';
import { LastSeen } from './last-seen.ts';
import type { PersonQueries } from './queries.ts';
import { PersonStore } from './store.ts';

type Core = { database: Database; writer: Writer; clock: Clock; queries: PersonQueries; report(error: unknown): void };

/** Creates the endpoints of persons and groups, and the observer that updates them. */
export function createPersons({ database, writer, clock, queries, report }: Core) {
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
    endpoints: personEndpoints({ queries, lastSeen }),
    start: () => lastSeen.start(),
    close: () => lastSeen.close(),
  };
}
