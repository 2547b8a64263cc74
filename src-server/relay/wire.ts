import type { createCapture } from '../capture/wire.ts';
import type { FeatureCore } from '../database/feature-core.ts';
import type { EventQueries } from '../events/queries.ts';
import type { createEvents } from '../events/wire.ts';
import { portOf } from '../http/guard.ts';
import type { createProjects } from '../projects/wire.ts';
import { relayEndpoints } from './endpoints.ts';
import { createRelayStore } from './relay-store.ts';
import { Relays } from './relays.ts';
import { createBatchSender } from './send-batch.ts';

type Parts = {
  projects: Pick<ReturnType<typeof createProjects>, 'hasProject' | 'projectOfKey' | 'whenDeleted'>;
  events: Pick<ReturnType<typeof createEvents>, 'senders' | 'whenStored' | 'retention'>;
  capture: Pick<ReturnType<typeof createCapture>, 'addSender'>;
  facts: { url(): string };
};

/** Forwards accepted events to the server that a project names. Off unless switched on. */
export function createRelay(core: FeatureCore<{ events: EventQueries }>, { projects, events, capture, facts }: Parts) {
  const { database, writer, clock, report } = core;
  const queries = core.queries.events;
  const store = createRelayStore(database);
  const batches = createBatchSender({
    now: clock.now,
    ownPort: portOf(new URL(facts.url())),
    isKeyOf: (projectId, key) => projects.projectOfKey(key) === projectId,
  });
  const { senders } = events;
  const { hasProject } = projects;
  const relays = new Relays({ database, writer, clock, senders, store, batches, queries, report, hasProject });
  events.whenStored(() => relays.wake());
  events.retention.waitForRelay((projectId) => relays.passedId(projectId));
  projects.whenDeleted(() => relays.endDeleted());
  capture.addSender(() => relays.sending());
  return {
    endpoints: relayEndpoints({ store, relays, batches, queries, clock }),
    start: () => relays.start(),
    async close() {
      await relays.close();
      batches.close();
    },
  };
}
