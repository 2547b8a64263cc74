import { Ingest, type RequestSlice } from '../../src-server/capture/ingest.ts';
import { normalize } from '../../src-server/capture/normalize.ts';
import { openWriter } from '../../src-server/database/open.ts';
import { Writer } from '../../src-server/database/writer.ts';
import { noPersons } from '../../src-server/events/requests/request-row-testing.ts';
import { EventStore } from '../../src-server/events/store.ts';
import { ExposureObserver } from '../../src-server/experiments/results/exposures/exposure-observer.ts';
import { GroupStore } from '../../src-server/persons/groups.ts';
import { LastSeen } from '../../src-server/persons/last-seen.ts';
import { PersonStore } from '../../src-server/persons/store.ts';
import { ArrivingRuns } from '../../src-server/test-runs/arriving-runs.ts';
import type { SampleEvent } from '../payload.ts';
import { experimentVisit, visit } from '../visits.ts';
import { answerBench } from './child.ts';

/**
 * Stores visits with the server's code, without HTTP and without waiting for the disk, as data to count. Spreads them evenly over
 * the past days. Prints events per second.
 */
export type VisitsOptions = { dataDir: string; events: number; days: number; hasExperiment?: boolean };

const eventsOfSlice = 50;
await answerBench(async (options: VisitsOptions) => ({ events_per_second: await store(options) }));

async function store({ dataDir, events: total, days, hasExperiment }: VisitsOptions): Promise<number> {
  const database = openWriter(dataDir);
  database.pragma('synchronous = OFF');
  let uuids = 0;
  const clock = { now: Date.now, uuid: () => `00000000-0000-7000-8000-${String(++uuids).padStart(12, '0')}` };
  const arrivingRuns = new ArrivingRuns(database, noPersons);
  const events = new EventStore(database, arrivingRuns);
  const writer = new Writer(database);
  const lastSeen = new LastSeen(database, writer, console.error);
  const stores = { events, arrivingRuns, persons: new PersonStore(database, clock, lastSeen) };
  const exposures = new ExposureObserver(database, { used: () => true });
  const ingest = new Ingest({ ...stores, groups: new GroupStore(database) }, clock);
  ingest.observe(exposures);
  const eventOf = hasExperiment ? experimentVisit : visit;
  for (const participant of [stores.persons, lastSeen, stores.events]) writer.join(participant);
  const now = Date.now();
  const first = now - days * 86_400_000;
  const started = performance.now();
  for (let number = 0; number < total; ) {
    const slices: Promise<unknown>[] = [];
    // Roughly the size of a transaction.
    for (let slice = 0; slice < 5 && number < total; slice++) {
      const size = Math.min(eventsOfSlice, total - number);
      const timeOf = (at: number) => first + Math.floor((at / total) * (now - first));
      const requestSlice = sliceOf(number, size, { eventOf, timeOf, uuid: clock.uuid });
      slices.push(writer.run(() => ingest.storeSlice(requestSlice)));
      number += size;
    }
    await Promise.all(slices);
  }
  await lastSeen.close();
  const elapsed = (performance.now() - started) / 1000;
  database.close();
  return total / elapsed;
}

type Making = { eventOf(number: number): SampleEvent; timeOf(number: number): number; uuid(): string };

function sliceOf(number: number, size: number, { eventOf, timeOf, uuid }: Making): RequestSlice {
  const receivedAt = timeOf(number);
  const outcomes = Array.from({ length: size }, (_, index) => {
    const sent = { ...eventOf(number + index), timestamp: new Date(timeOf(number + index)).toISOString() };
    return normalize(sent, { now: Date.now(), sentAt: undefined, ip: '127.0.0.1', uuid });
  });
  return { projectId: 1, receivedAt, outcomes, request: { id: 1 } as RequestSlice['request'], wasTried: false };
}
