import { hash } from 'node:crypto';
import type { FeatureCore } from '../database/feature-core.ts';
import { openIdentity } from '../database/storage/identity.ts';
import { ownAddress } from '../http/guard.ts';
import { createAuthenticator } from './authenticate.ts';
import type { DefinitionTable } from './definitions/definition-table.ts';
import { definitionsEndpoints } from './definitions/definitions-endpoints.ts';
import { createPublished } from './definitions/published.ts';
import { projectEndpoints } from './endpoints.ts';
import { type ProjectTable, removeDeletedProjects } from './remove.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { createSessions } from './sessions.ts';
import { createProjectStore, type Presets } from './store.ts';

type Parts = {
  facts: { dataDir: string; url(): string };
  presets: Presets;
  /** A UUID of this run of the server. */
  run: string;
  /** Called with a line for people. */
  say(line: string): void;
  /** Its source is the server where definitions are edited; null: this one. */
  follower: { url: string } | null;
  /** Every table that holds rows of projects; those that refer to others come first. */
  projectTables: readonly ProjectTable[];
  definedTables: readonly DefinitionTable[];
};

/** Creates the endpoints of projects, keys, users and sessions. */
export function createProjects({ database, writer, clock, report }: FeatureCore, parts: Parts) {
  const { facts, presets, run, projectTables, definedTables } = parts;
  const definitionsAt = parts.follower?.url ?? null;
  const address = ownAddress(facts.url());
  // On a follower, keys come with the definitions.
  const ownPresets = definitionsAt === null ? presets : { personalApiKey: presets.personalApiKey };
  const store = createProjectStore(database, clock, ownPresets);
  const firstStart = store.firstStart();
  const identity = openIdentity(facts.dataDir, { isNew: firstStart !== null, say: parts.say });
  const sessions = createSessions({ database, clock, identity, run, firstUser: store.firstUser, address });
  const authenticator = createAuthenticator({ store, sessions, now: clock.now, report });
  // Session keys derive from the identity itself.
  const source = hash('sha256', `definitions ${identity.toString('hex')}`);
  const closing = new AbortController();
  let removing = Promise.resolve();
  const removalListeners: (() => void)[] = [];
  const removeDeleted = () => {
    for (const notify of removalListeners) notify();
    const remove = () => removeDeletedProjects(database, writer, projectTables, closing.signal);
    removing = removing.then(remove).catch(report);
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
    hasProject: store.hasProject,
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
