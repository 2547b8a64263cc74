import { hash } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/open.ts';
import { openIdentity } from '../database/storage/identity.ts';
import type { Writer } from '../database/writer.ts';
import type { OwnAddress } from '../http/guard.ts';
import { createAuthenticator } from './authenticate.ts';
import type { DefinitionTable } from './definitions/definition-table.ts';
import { definitionsEndpoints } from './definitions/definitions-endpoints.ts';
import { createPublished } from './definitions/published.ts';
import { projectEndpoints } from './endpoints.ts';
import { type ProjectTable, removeDeletedProjects } from './remove.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { createSessions } from './sessions.ts';
import { createProjectStore, type Presets } from './store.ts';

type Core = {
  database: Database;
  writer: Writer;
  clock: Clock;
  report(error: unknown): void;
  dataDir: string;
  presets: Presets;
  /** A UUID of this run of the server. */
  run: string;
  address: OwnAddress;
  /** Every table that holds rows of projects; those that refer to others come first. */
  tables: readonly ProjectTable[];
  definedTables: readonly DefinitionTable[];
  /** The server where definitions are edited; null: this one. */
  definitionsAt: string | null;
};

/** Creates the endpoints of projects, keys, users and sessions. */
export function createProjects({ database, writer, clock, report, dataDir, presets, run, address, ...core }: Core) {
  const { tables, definedTables, definitionsAt } = core;
  // On a follower, keys come with the definitions.
  const ownPresets = definitionsAt === null ? presets : { personalApiKey: presets.personalApiKey };
  const store = createProjectStore(database, clock, ownPresets);
  const firstStart = store.firstStart();
  const identity = openIdentity(dataDir, report);
  const sessions = createSessions({ database, clock, identity, run, firstUser: store.firstUser, address });
  const authenticator = createAuthenticator({ store, sessions, now: clock.now, report });
  // Session keys derive from the identity itself.
  const source = hash('sha256', `definitions ${identity.toString('hex')}`);
  const closing = new AbortController();
  let removing = Promise.resolve();
  const removalListeners: (() => void)[] = [];
  const removeDeleted = () => {
    for (const notify of removalListeners) notify();
    removing = removing.then(() => removeDeletedProjects(database, writer, tables, closing.signal)).catch(report);
  };
  return {
    /** Returns the keys of the first start, with the present key of the first project. */
    get firstStart() {
      return firstStart && { ...firstStart, projectApiKey: store.firstProjectKey() ?? firstStart.projectApiKey };
    },
    /** An id of the data folder, for servers that take its definitions. */
    source,
    definitionsTaken: store.keysChanged,
    refusedPreset: store.refusedPreset(),
    sessions,
    authenticator,
    user: store.user,
    /** Returns the project of a key, even if it was revoked; null if it is unknown. */
    projectOfKey: (value: string): number | null => store.projectByKey(value)?.projectId ?? null,
    /** Calls back when a project was deleted, of which rows are still to be removed. */
    whenDeleted: (notify: () => void) => void removalListeners.push(notify),
    endpoints: [
      ...projectEndpoints({ store, removeDeleted, definitionsAt }),
      ...sessionEndpoints({ address, sessions }),
      ...definitionsEndpoints(createPublished(database, definedTables, source)),
    ],
    start: removeDeleted,
    async close() {
      closing.abort();
      await removing;
      authenticator.close();
    },
  };
}
