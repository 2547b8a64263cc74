import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/open.ts';
import type { Storage } from '../database/storage/storage.ts';
import type { Writer } from '../database/writer.ts';
import type { RequestBodies } from '../events/requests/request-bodies.ts';
import type { SendingStatus } from '../events/sending/sending-contract.ts';
import type { EventStore } from '../events/store.ts';
import type { Tail } from '../events/tail.ts';
import type { RequestMemory } from '../http/request-memory.ts';
import type { GroupStore } from '../persons/groups.ts';
import type { PersonStore } from '../persons/store.ts';
import type { Authenticator } from '../projects/authenticate.ts';
import type { DefinitionsStatus } from '../projects/definitions/definitions-status-contract.ts';
import type { ArrivingRuns } from '../test-runs/arriving-runs.ts';
import { captureEndpoints } from './capture.ts';
import { connectionEndpoints } from './connection/connection-endpoints.ts';
import { SdkRequests } from './connection/sdk-requests.ts';
import { healthEndpoints, type StorageStatus, storageOf, troubleOf } from './health.ts';
import { type EventCheck, type EventObserver, Ingest } from './ingest.ts';
import { PublicRequests } from './public-requests.ts';
import { Spool } from './spool/spool.ts';
import { type ServerFacts, statusEndpoints } from './status.ts';

type Core = {
  database: Database;
  writer: Writer;
  clock: Clock;
  report(error: unknown): void;
  memory: RequestMemory;
  facts: ServerFacts;
  storage: Pick<Storage, 'finding'>;
  /** Why the data folder is not writable; null if it is. */
  readOnly: string | null;
  authenticator: Pick<Authenticator, 'publicKey' | 'project'>;
  stores: {
    events: EventStore;
    bodies: RequestBodies;
    persons: PersonStore;
    groups: GroupStore;
    arrivingRuns: ArrivingRuns;
  };
  tail: Tail;
  /** Returns, for people, why events are refused although they could be stored; null if they are not. */
  refusal(): string | null;
  /** Returns the source of definitions; null if they are edited here. */
  definitions(): DefinitionsStatus | null;
};

/** Creates the path of events into the database, with the spool and its status. */
export function createCapture(core: Core) {
  const { database, writer, clock, report, memory, facts, storage, readOnly, authenticator, stores, tail } = core;
  const { refusal, definitions } = core;
  const { events, bodies, arrivingRuns } = stores;
  const ingest = new Ingest(stores, clock);
  const spool = new Spool({ dataDir: facts.dataDir, database, writer, ingest, refusal: readOnly, report });
  const sdkRequests = new SdkRequests();
  const requests = new PublicRequests({
    authenticator,
    writer,
    events,
    bodies,
    arrivingRuns,
    clock,
    memory,
    sdkRequests,
    report,
  });
  const storageState = (): StorageStatus =>
    readOnly === null ? storageOf(writer, spool) : { state: 'read_only', spooled: 0, error: readOnly };
  const senders: (() => readonly SendingStatus[])[] = [];
  const sending = () => senders.flatMap((read) => read());
  return {
    requests,
    /** Returns why events cannot be stored now. */
    trouble: () => troubleOf(storageState()),
    observe(observer: EventObserver) {
      ingest.observe(observer);
      writer.join(observer);
    },
    /** Adds a sender to the answers of health and status. */
    tellOfSending: (read: () => readonly SendingStatus[]) => void senders.push(read),
    check: (check: EventCheck) => ingest.check(check),
    publicEndpoints: captureEndpoints({ requests, writer, ingest, events, spool, memory, clock, refusal, report }),
    probes: healthEndpoints({ storageState, refusal, sending, definitions }),
    endpoints: [
      ...statusEndpoints({ facts, database, authenticator, storage, storageState, tail, sending, definitions }),
      ...connectionEndpoints({ sdkRequests, clock, startedAt: facts.startedAt }),
    ],
    noteTls: () => sdkRequests.noteTls(clock.now()),
    start: () => spool.recover(),
    async close() {
      await spool.close();
      await requests.close();
    },
  };
}
