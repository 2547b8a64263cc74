import { createChatStore } from './actions/chat/chat-store.ts';
import { Delivery } from './actions/chat/deliver.ts';
import { ActionObserver } from './actions/matching/action-observer.ts';
import { Calculation } from './actions/matching/calculate.ts';
import { Tally } from './actions/matching/tally.ts';
import { createActionStore } from './actions/store.ts';
import { Capture } from './capture/capture.ts';
import { type StorageStatus, storageOf } from './capture/health.ts';
import { type EventObserver, Ingest } from './capture/ingest.ts';
import { PublicRequests } from './capture/public-requests.ts';
import { Spool } from './capture/spool/spool.ts';
import type { Clock } from './core/time.ts';
import type { Database } from './database/open.ts';
import type { Reader } from './database/reader.ts';
import { openIdentity } from './database/storage/identity.ts';
import { Writer } from './database/writer.ts';
import { EventStore } from './events/store.ts';
import { Tail } from './events/tail.ts';
import { createExperimentEditor } from './experiments/lifecycle/edit.ts';
import { createExperimentHistory, type ExperimentHistory } from './experiments/lifecycle/history-store.ts';
import { ExposureObserver } from './experiments/results/exposure-observer.ts';
import { createExperimentStore } from './experiments/store.ts';
import { createFlagEditor } from './flags/edit.ts';
import { createCompiledFlags } from './flags/evaluation/compiled.ts';
import { createFirstIds } from './flags/evaluation/first-ids.ts';
import { createOverrideStore } from './flags/override-store.ts';
import { Decide } from './flags/sdk/decide.ts';
import { DecideLog } from './flags/sdk/decide-log.ts';
import { createFlagStore } from './flags/store.ts';
import { WantedFlags } from './flags/usage/wanted.ts';
import type { OwnAddress } from './http/guard.ts';
import { RequestMemory } from './http/request-memory.ts';
import { GroupStore } from './persons/groups.ts';
import { PersonStore } from './persons/store.ts';
import { createAuthenticator } from './projects/authenticate.ts';
import { createSessions } from './projects/sessions.ts';
import { createProjectStore, type Presets, type ProjectStore } from './projects/store.ts';
import type { KnownQueries } from './worker.ts';

type PartsOptions = {
  dataDir: string;
  /** Why nothing can be written to the data folder; null: it can. */
  readOnly: string | null;
  /** A UUID of this run of the server. */
  run: string;
  address: OwnAddress;
  presets: Presets;
  clock: Clock;
  queries: Reader<KnownQueries>['queries'];
  report(error: unknown): void;
};

export type Parts = ReturnType<typeof createParts>;

/** Everything that works behind the endpoints. */
export function createParts(
  { clock, dataDir, readOnly, presets, run, address, queries, report }: PartsOptions,
  database: Database,
) {
  const projects = createProjectStore(database, clock, presets);
  const tail = new Tail();
  const experimentHistory = createExperimentHistory({ database, clock, user: projects.user });
  const flagging = createFlagging(database, clock, projects.user, experimentHistory.flagChanged, report);
  const { wanted, compiled } = flagging;
  const acting = createActing(database, clock, projects.user, report);
  const observers = [wanted, acting.observer, new ExposureObserver(database)];
  const { writer, events, persons, groups, ingest } = createWriting(database, clock, observers, (stored) => {
    tail.notifyWaiters(stored);
    acting.delivery.committed();
  });
  const spool = new Spool({ dataDir, database, writer, ingest, refusal: readOnly, report });
  const identity = openIdentity(dataDir, report);
  const { firstUser } = projects;
  const sessions = createSessions({ database, clock, identity, run, firstUser, address });
  const authenticator = createAuthenticator({ store: projects, sessions, now: clock.now, report });
  const memory = new RequestMemory();
  const requests = new PublicRequests({ authenticator, writer, events, clock, memory, report });
  const capture = new Capture({ requests, writer, ingest, events, spool, memory, clock, report });
  const log = new DecideLog({ database, writer, wanted, report });
  const subjects = { persons, groups, firstIds: createFirstIds({ database, writer, report }) };
  const decide = new Decide({ requests, compiled, subjects, log, clock, report });
  const calculation = new Calculation({
    database,
    writer,
    matchSlice: queries.actions.matchSlice,
    tally: acting.tally,
    now: clock.now,
    report,
  });
  return {
    address,
    projects,
    tail,
    ...flagging,
    ...acting,
    ...createExperimenting(database, clock, projects.user, flagging, experimentHistory),
    calculation,
    writer,
    spool,
    storageState: (): StorageStatus =>
      readOnly === null ? storageOf(writer, spool) : { state: 'read_only', spooled: 0, error: readOnly },
    sessions,
    authenticator,
    memory,
    requests,
    capture,
    log,
    subjects,
    decide,
  };
}

/** The writer, and the stores that write inside its transactions. */
function createWriting(
  database: Database,
  clock: Clock,
  observers: readonly EventObserver[],
  committed: (stored: number) => void,
) {
  const events = new EventStore(database);
  const persons = new PersonStore(database, clock);
  const groups = new GroupStore(database);
  let stored = 0;
  const writer = new Writer(database, {
    beforeCommit() {
      persons.flush();
      for (const observer of observers) observer.flush();
      stored = events.flush();
    },
    afterCommit: () => committed(stored),
    afterRollback() {
      for (const store of [persons, groups, events, ...observers]) store.forget();
    },
  });
  return { writer, events, persons, groups, ingest: new Ingest({ events, persons, groups }, observers, clock) };
}

/** Flags and all that is known of them without a write. */
function createFlagging(
  database: Database,
  clock: Clock,
  user: ProjectStore['user'],
  flagChanged: ExperimentHistory['flagChanged'],
  report: (error: unknown) => void,
) {
  const changed = (projectId: number) => compiled.forget(projectId);
  const flags = createFlagStore({ database, clock, user, changed });
  const overrides = createOverrideStore({ database, clock, user, changed, record: flags.record });
  const compiled = createCompiledFlags({ flags, overrides, now: clock.now, report });
  const flagEditor = createFlagEditor({ database, flags, overrides, flagChanged });
  return { flags, flagEditor, overrides, compiled, wanted: new WantedFlags(database, compiled) };
}

/** Actions, and what follows the events that they match. */
function createActing(database: Database, clock: Clock, user: ProjectStore['user'], report: (error: unknown) => void) {
  const changed = (projectId: number) => observer.changed(projectId);
  const actions = createActionStore({ database, clock, user, changed });
  const chat = createChatStore(database);
  const tally = new Tally(database);
  const delivery = new Delivery({ chat, now: clock.now, report });
  const { liveActions } = actions;
  const matched: Delivery['matched'] = (...match) => delivery.matched(...match);
  const observer = new ActionObserver({ database, tally, liveActions, matched, report });
  return { actions, chat, tally, delivery, observer };
}

/** Experiments, which make flags and change them. */
function createExperimenting(
  database: Database,
  clock: Clock,
  user: ProjectStore['user'],
  flagging: ReturnType<typeof createFlagging>,
  experimentHistory: ExperimentHistory,
) {
  const experiments = createExperimentStore({ database, clock, user });
  const rest = { ...flagging, store: experiments, history: experimentHistory };
  return { experiments, experimentHistory, experimentEditor: createExperimentEditor({ database, clock, ...rest }) };
}
