import type { FeatureCore } from '../database/feature-core.ts';
import type { Storage } from '../database/storage/storage.ts';
import { UnreadAnswers } from '../http/unread-answers.ts';
import type { createTestRuns } from '../test-runs/wire.ts';
import { eventEndpoints } from './endpoints.ts';
import { pinEndpoints } from './pins/pin-endpoints.ts';
import { createPinStore } from './pins/pin-store.ts';
import type { EventQueries } from './queries.ts';
import { createDropRemoval, createEventRemoval, createRunRemoval, type RemovalObserver } from './remove-run.ts';
import { createRequestBodies } from './requests/request-bodies.ts';
import { EventRetention } from './retention/event-retention.ts';
import { retentionEndpoints } from './retention/retention-endpoints.ts';
import { createRetentionStore } from './retention/retention-store.ts';
import { SpanWriter } from './scan/span-writer.ts';
import { createSenderStore } from './sending/sender-store.ts';
import { storageEndpoints } from './storage-endpoints.ts';
import { EventStore } from './store.ts';
import { Tail } from './tail.ts';
import { viewEndpoints } from './views/view-endpoints.ts';
import { createViewStore } from './views/view-store.ts';

type Core = FeatureCore<{ events: EventQueries }>;
type Parts = { testRuns: Pick<ReturnType<typeof createTestRuns>, 'arriving' | 'observeChanges'>; storage: Storage };

/** Creates the endpoints of stored events, and the tail that waits for new ones. */
export function createEvents({ database, writer, clock, report, queries: { events: queries } }: Core, parts: Parts) {
  const { testRuns, storage } = parts;
  const store = new EventStore(database, testRuns.arriving);
  const tail = new Tail();
  const spans = new SpanWriter({ database, writer, report });
  const storedListeners: ((count: number) => void)[] = [];
  let stored = 0;
  writer.join({
    flush() {
      stored = store.flush();
    },
    committed() {
      tail.notifyWaiters(stored);
      spans.stored(stored);
      if (stored > 0) for (const notify of storedListeners) notify(stored);
    },
    forget: () => store.forget(),
  });
  testRuns.observeChanges(() => tail.notifyWaiters(0));
  const answers = new UnreadAnswers();
  const removalObservers: RemovalObserver[] = [];
  const removeEvents = createEventRemoval(database, removalObservers);
  const retentionStore = createRetentionStore(database, removeEvents);
  const retention = new EventRetention({ store: retentionStore, queries, writer, clock, report });
  return {
    store,
    bodies: createRequestBodies(database),
    tail,
    /** The progress of events that are sent elsewhere. */
    senders: createSenderStore(database),
    /** Calls back with the number of new events after each commit that has some. */
    whenStored: (notify: (count: number) => void) => void storedListeners.push(notify),
    retention,
    observeRemoval: (observer: RemovalObserver) => void removalObservers.push(observer),
    removers: [{ removeSome: createRunRemoval(database, removeEvents) }, { removeSome: createDropRemoval(database) }],
    endpoints: [
      ...eventEndpoints({ queries, tail, answers, now: clock.now }),
      ...pinEndpoints(createPinStore(database, clock), queries),
      ...viewEndpoints(createViewStore(database, clock)),
      ...storageEndpoints(storage),
      ...retentionEndpoints(retention),
    ],
    start() {
      spans.start();
      retention.start();
    },
    async close() {
      await retention.close();
      await spans.close();
    },
  };
}
