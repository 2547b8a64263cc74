import type { Clock } from '../core/time.ts';
import type { Database } from '../database/open.ts';
import type { Writer } from '../database/writer.ts';
import type { EventQueries } from '../events/queries.ts';
import type { SenderStore } from '../events/sending/sender-store.ts';
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
  senders: SenderStore;
  /** The address of this server. */
  url: string;
  projectOfKey(key: string): number | null;
};

/** Forwards accepted events to the server that a project names. Off unless switched on. */
export function createRelay({ database, writer, clock, report, queries, senders, url, projectOfKey }: Core) {
  const store = createRelayStore(database);
  const batches = createBatchSender({
    now: clock.now,
    ownPort: portOf(new URL(url)),
    isKeyOf: (projectId, key) => projectOfKey(key) === projectId,
  });
  const relays = new Relays({ database, writer, clock, senders, store, batches, queries, report });
  return {
    endpoints: relayEndpoints({ store, relays, batches, queries, clock }),
    wake: () => relays.wake(),
    endDeleted: () => relays.endDeleted(),
    sending: () => relays.sending(),
    start: () => relays.start(),
    async close() {
      await relays.close();
      batches.close();
    },
  };
}
