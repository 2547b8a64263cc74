import type { FeatureCore } from '../database/feature-core.ts';
import type { Storage } from '../database/storage/storage.ts';
import type { createArchive } from '../events/archive/wire.ts';
import type { SendingStatus } from '../events/sending/sending-contract.ts';
import type { createEvents } from '../events/wire.ts';
import { RequestMemory } from '../http/request-memory.ts';
import type { createPersons } from '../persons/wire.ts';
import type { Follower } from '../projects/definitions/follower.ts';
import type { createProjects } from '../projects/wire.ts';
import type { createTestRuns } from '../test-runs/wire.ts';
import { captureEndpoints } from './capture.ts';
import { connectionEndpoints } from './connection/connection-endpoints.ts';
import { SdkRequests } from './connection/sdk-requests.ts';
import { healthEndpoints, type StorageStatus, storageOf, troubleOf } from './health.ts';
import { type EventCheck, type EventObserver, Ingest } from './ingest.ts';
import { PublicRequests } from './requests/public-requests.ts';
import { Spool } from './spool/spool.ts';
import { type ServerFacts, statusEndpoints } from './status.ts';

type Parts = {
  projects: Pick<ReturnType<typeof createProjects>, 'authenticator'>;
  persons: Pick<ReturnType<typeof createPersons>, 'store' | 'groups'>;
  testRuns: Pick<ReturnType<typeof createTestRuns>, 'arriving'>;
  events: Pick<ReturnType<typeof createEvents>, 'store' | 'bodies' | 'tail'>;
  archive: Pick<ReturnType<typeof createArchive>, 'refusal' | 'sending'>;
  facts: ServerFacts;
  storage: Pick<Storage, 'finding' | 'folder'>;
  follower: Pick<Follower, 'status'> | null;
};

/** Creates the path of events into the database, with the spool and its status. */
export function createCapture({ database, writer, clock, report }: FeatureCore, parts: Parts) {
  const { projects, persons, testRuns, archive, facts, storage, follower } = parts;
  const { store: events, bodies, tail } = parts.events;
  const { authenticator } = projects;
  const { refusal } = archive;
  const { readOnly } = storage.folder.state;
  const arrivingRuns = testRuns.arriving;
  const memory = new RequestMemory();
  const definitions = () => follower?.status() ?? null;
  const ingest = new Ingest({ events, persons: persons.store, groups: persons.groups, arrivingRuns }, clock);
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
  const senders: (() => readonly SendingStatus[])[] = [archive.sending];
  const sending = () => senders.flatMap((read) => read());
  return {
    /** Limits the bytes of requests in memory, also of those to other endpoints. */
    memory,
    requests,
    /** Returns why events cannot be stored now. */
    trouble: () => troubleOf(storageState()),
    observe(observer: EventObserver) {
      ingest.observe(observer);
      writer.join(observer);
    },
    /** Adds a sender to the answers of health and status. */
    addSender: (read: () => readonly SendingStatus[]) => void senders.push(read),
    checkWith: (check: EventCheck) => ingest.check(check),
    publicEndpoints: captureEndpoints({ requests, writer, ingest, events, spool, memory, clock, refusal, report }),
    probes: healthEndpoints({ storageState, refusal, sending, definitions }),
    endpoints: [
      ...statusEndpoints({ facts, database, authenticator, storage, storageState, tail, sending, definitions }),
      ...connectionEndpoints({ sdkRequests, clock, startedAt: facts.startedAt }),
    ],
    recordTls: () => sdkRequests.recordTls(clock.now()),
    /** Stores the events of the spool, if the database takes them; long polls are told whether events still wait. */
    recover: () => recover(spool, parts.events),
    async close() {
      await spool.close();
      await requests.close();
    },
  };
}

async function recover(spool: Spool, { store: events, tail }: Pick<Parts['events'], 'store' | 'tail'>): Promise<void> {
  tail.observeSpool(() => spool.isActive);
  await spool.recover();
  if (spool.isActive) events.skipRequestIds(await spool.newestRequest(events.takeRequestId()));
}
