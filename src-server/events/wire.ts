import type { Clock } from '../core/time.ts';
import type { Database } from '../database/open.ts';
import type { Storage } from '../database/storage/storage.ts';
import type { Writer } from '../database/writer.ts';
import { UnreadAnswers } from '../http/unread-answers.ts';
import { eventEndpoints } from './endpoints.ts';
import type { EventQueries } from './queries.ts';
import { createRequestBodies } from './request-bodies.ts';
import { storageEndpoints } from './storage-endpoints.ts';
import { EventStore } from './store.ts';
import { Tail } from './tail.ts';
import { viewEndpoints } from './views/view-endpoints.ts';
import { createViewStore } from './views/view-store.ts';

type Core = { database: Database; writer: Writer; clock: Clock; storage: Storage; queries: EventQueries };

/** Stored events, and who waits for them. */
export function createEvents({ database, writer, clock, storage, queries }: Core) {
  const store = new EventStore(database);
  const tail = new Tail();
  let stored = 0;
  writer.join({
    flush() {
      stored = store.flush();
    },
    committed: () => tail.notifyWaiters(stored),
    forget: () => store.forget(),
  });
  const answers = new UnreadAnswers();
  return {
    store,
    bodies: createRequestBodies(database),
    tail,
    endpoints: [
      ...eventEndpoints({ queries, tail, answers, now: clock.now }),
      ...viewEndpoints(createViewStore(database, clock)),
      ...storageEndpoints(storage),
    ],
  };
}
