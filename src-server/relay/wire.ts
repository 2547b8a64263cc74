import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/open.ts';
import type { Writer } from '../database/writer.ts';
import type { EventQueries } from '../events/queries.ts';
import type { SenderStore } from '../events/sending/sender-store.ts';
import type { SendingStatus } from '../events/sending/sending-contract.ts';
import { relayEndpoints } from './endpoints.ts';
import { portOf } from './own-address.ts';
import { createRelayStore } from './relay-store.ts';
import { Relays } from './relays.ts';
import { createBatchSender } from './send-batch.ts';

type Core = {
  database: Database;
  writer: Writer;
  clock: Clock;
  report(error: unknown): void;
  queries: EventQueries;
  /** The address of this server. */
  url: string;
  projects: { projectOfKey(key: string): number | null; whenDeleted(notify: () => void): void };
  events: { senders: SenderStore; whenStored(notify: () => void): void };
  capture: { tellOfSending(read: () => readonly SendingStatus[]): void };
};

/** Forwards accepted events to the server that a project names. Off unless switched on. */
export function createRelay({ database, writer, clock, report, queries, url, projects, events, capture }: Core) {
  const store = createRelayStore(database);
  const batches = createBatchSender({
    now: clock.now,
    ownPort: portOf(new URL(url)),
    isKeyOf: (projectId, key) => projects.projectOfKey(key) === projectId,
  });
  const { senders } = events;
  const relays = new Relays({ database, writer, clock, senders, store, batches, queries, report });
  events.whenStored(() => relays.wake());
  projects.whenDeleted(() => relays.endDeleted());
  capture.tellOfSending(() => relays.sending());
  return {
    endpoints: relayEndpoints({ store, relays, batches, queries, clock }),
    start: () => relays.start(),
    async close() {
      await relays.close();
      batches.close();
    },
  };
}
