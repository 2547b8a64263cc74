import type { Clock } from '../core/clock.ts';
import { maxDropRows } from '../core/limits-contract.ts';
import type { Participant } from '../database/writer.ts';
import type { EventWarning } from '../events/contract.ts';
import type { RequestRow } from '../events/rows.ts';
import type { EventStore } from '../events/store.ts';
import type { GroupStore } from '../persons/groups.ts';
import { isIdentifying } from '../persons/identify.ts';
import type { PersonStore } from '../persons/store.ts';
import type { ArrivingRuns, Resolved } from '../test-runs/arriving-runs.ts';
import type { Drop, NormalEvent } from './normalize.ts';

/** The row of a request, without its counts. */
export type UncountedRequest = Omit<RequestRow, 'accepted' | 'dropped' | 'durationUs'>;

/** A slice of a decoded, authenticated and normalized request, ready to store. */
export type RequestSlice = {
  projectId: number;
  receivedAt: number;
  outcomes: (NormalEvent | Drop)[];
  request: { id: number };
  /** An earlier attempt may have stored it, whose sync failed: silently skips what that stored. */
  wasTried: boolean;
};

/** A stored event; `id` is its row, `distinctRef` the row of its distinct_id. */
export type StoredEvent = {
  id: number;
  projectId: number;
  distinctRef: number;
  receivedAt: number;
  testRunId: number | null;
  event: NormalEvent;
};

/**
 * Runs for each stored event, in its transaction. Writes cached data in `flush`, before the commit, and discards it in `forget`,
 * after a rollback.
 */
export type EventObserver = Participant & { stored(event: StoredEvent): void };

/** Returns warnings about an event before it is stored; observers are called afterwards unless it is a duplicate. */
export type EventCheck = (projectId: number, event: NormalEvent) => readonly EventWarning[];

export type Counts = { accepted: number; dropped: number };
/** The result of storing a slice; `duplicates` counts those of its request so far. */
export type SliceResult = Counts & { duplicates: number };

/** The maximum effort of one transaction; larger requests are split so as not to block the thread. */
export const sliceEffort = 50;
const charactersOfEffort = 32 * 1024;
/** Each change rewrites all properties of a person: 512 KiB take about 20 ms. */
const effortOfChange = 10;

/** Estimates the time to store an outcome, in units of a small event. */
export function effortOf(outcome: NormalEvent | Drop): number {
  const isChange = outcome.kind !== 'drop' && changesPerson(outcome);
  return 1 + outcome.json.length / charactersOfEffort + (isChange ? effortOfChange : 0);
}

type Stores = { events: EventStore; persons: PersonStore; groups: GroupStore; arrivingRuns: ArrivingRuns };

/** Stores the outcomes of requests in the writer's transaction. */
export class Ingest {
  readonly #events: EventStore;
  readonly #persons: PersonStore;
  readonly #groups: GroupStore;
  readonly #testRuns: ArrivingRuns;
  readonly #observers: EventObserver[] = [];
  readonly #checks: EventCheck[] = [];
  readonly #uuid: () => string;

  constructor(stores: Stores, clock: Clock) {
    this.#uuid = clock.uuid;
    this.#events = stores.events;
    this.#persons = stores.persons;
    this.#groups = stores.groups;
    this.#testRuns = stores.arrivingRuns;
  }

  /** Adds an observer; observers are called for each stored event in the order of their addition. */
  observe(observer: EventObserver): void {
    this.#observers.push(observer);
  }

  check(check: EventCheck): void {
    this.#checks.push(check);
  }

  /**
   * Stores the outcomes. Only the first duplicates of a request have rows; `duplicates`: number in its earlier slices.
   */
  storeSlice(slice: RequestSlice, duplicates = 0): SliceResult {
    const counts = { accepted: 0, dropped: 0, duplicates };
    const isNew = !slice.wasTried || this.#hasNewEvent(slice);
    for (const outcome of slice.outcomes) {
      if (outcome.kind === 'drop') counts.dropped += this.#drop(slice, outcome);
      else if (this.#event(slice, outcome)) counts.accepted += 1;
      else if (isNew || outcome.dropUuid !== undefined || !this.#isReplayed(slice, outcome)) {
        counts.duplicates += 1;
        // Also without a row: another attempt must not take it for replayed.
        outcome.dropUuid ??= this.#uuid();
        if (counts.duplicates <= maxDropRows) counts.dropped += this.#duplicate(slice, outcome, outcome.dropUuid);
      }
    }
    slice.wasTried = true;
    return counts;
  }

  /** Stores the row of the request after its outcomes. `durationUs`: microseconds since its first byte. */
  storeRequest(head: UncountedRequest, { accepted, dropped }: Counts, durationUs: number): void {
    this.#events.insertRequest({ ...head, accepted, dropped, durationUs });
  }

  /** Counts what is stored of a request, of which a part was spooled, anew. */
  recount(requestId: number): void {
    this.#events.recount(requestId);
  }

  /** Returns false if an event with this uuid is already stored. */
  #event(slice: RequestSlice, event: NormalEvent): boolean {
    const { projectId } = slice;
    // A retry must not change the person again, so look for the event first if it could.
    const isHarmless = !changesPerson(event) && this.#persons.knows(projectId, event.distinctId);
    if (!isHarmless && this.#events.requestOf(projectId, event.uuid) !== undefined) return false;
    const tracking = this.#persons.track(projectId, event);
    const warnings = [...event.warnings, ...tracking.warnings];
    if (event.properties.$groups !== undefined || event.event === '$groupidentify') {
      warnings.push(...this.#groups.track(projectId, event.event, event.properties, event.timestamp));
    }
    const run = this.#runOf(slice, event);
    warnings.push(...run.warnings);
    for (const check of this.#checks) warnings.push(...check(projectId, event));
    const id = this.#events.insertEvent({
      projectId,
      uuid: event.uuid,
      event: event.event,
      distinctRef: tracking.distinctRef,
      timestamp: event.timestamp,
      receivedAt: slice.receivedAt,
      requestId: slice.request.id,
      json: event.json,
      warnings,
      personEffect: tracking.effect,
      clockOffset: event.clockOffset ?? null,
      testRunId: run.id,
    });
    if (id === undefined) return false;
    this.#persons.seen(tracking.person, event.timestamp);
    const { receivedAt } = slice;
    const stored = { id, projectId, distinctRef: tracking.distinctRef, receivedAt, testRunId: run.id, event };
    for (const observer of this.#observers) observer.stored(stored);
    return true;
  }

  #runOf({ projectId, receivedAt }: RequestSlice, { testRun, distinctId, sdk = null }: NormalEvent | Drop): Resolved {
    return this.#testRuns.resolve({ projectId, name: testRun, at: receivedAt, sender: { distinctId, sdk } });
  }

  /** A slice is stored whole: with an event that is not stored yet, none of it was stored before. */
  #hasNewEvent({ projectId, outcomes }: RequestSlice): boolean {
    return outcomes.some(({ kind, uuid }) => kind !== 'drop' && this.#events.requestOf(projectId, uuid) === undefined);
  }

  /** Reports whether the same request stored the event. */
  #isReplayed(slice: RequestSlice, event: NormalEvent): boolean {
    return this.#events.requestOf(slice.projectId, event.uuid) === slice.request.id;
  }

  #duplicate(slice: RequestSlice, event: NormalEvent, uuid: string): number {
    return this.#drop(slice, {
      ...event,
      kind: 'drop',
      uuid,
      reason: 'duplicate',
      detail: `An event with the uuid ${event.uuid} is already stored, so this one was not stored again.`,
    });
  }

  /** Returns the number of dropped events of the row, which an earlier replay may have stored; 0 if an earlier attempt did. */
  #drop(slice: RequestSlice, drop: Drop): number {
    const { projectId, receivedAt, request } = slice;
    const run = this.#runOf(slice, drop);
    const of = { projectId, receivedAt, requestId: request.id, testRunId: run.id };
    const row = { ...drop, ...of, warnings: [...drop.warnings, ...run.warnings], status: 'dropped' as const };
    const isStored = this.#events.insertDiscard(row);
    return isStored || !slice.wasTried ? (drop.count ?? 1) : 0;
  }
}

/** Reports whether the event may change more of its person than the last activity. */
function changesPerson({ event, properties }: NormalEvent): boolean {
  const { $set, $set_once, $unset, $groups } = properties;
  const isPlain = $set === undefined && $set_once === undefined && $unset === undefined && $groups === undefined;
  return !isPlain || event === '$groupidentify' || isIdentifying(event);
}
