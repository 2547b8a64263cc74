import type { Clock } from '../http/time.ts';
import type { GroupStore } from '../persons/groups.ts';
import { isIdentifying } from '../persons/identify.ts';
import type { PersonStore } from '../persons/store.ts';
import type { Drop, NormalEvent } from './normalize.ts';
import type { EventStore, RequestRow } from './store.ts';

/** A request that was read, keyed and normalized: what is left is to store its outcomes. Plain data, as the spool keeps it. */
export type Intake = {
  projectId: number;
  receivedAt: number;
  outcomes: (NormalEvent | Drop)[];
  request: Omit<RequestRow, 'accepted' | 'dropped' | 'durationUs'>;
  /** Taken in again out of the spool: what an earlier try stored is passed over in silence. */
  isReplay: boolean;
};

/** An event as it was stored; `id` is its row, `distinctRef` the row of its distinct_id. */
export type StoredEvent = {
  id: number;
  projectId: number;
  distinctRef: number;
  receivedAt: number;
  event: NormalEvent;
};

/**
 * Does more for each event that is stored, inside the same transaction. What it caches or collects it writes in `flush`,
 * before the commit, and drops in `forget`, after a rollback.
 */
export type EventFollower = { stored(event: StoredEvent): void; flush(): void; forget(): void };

export type Counts = { accepted: number; dropped: number };

/** Outcomes that are stored in one go; a larger request is several goes, so that it never holds the thread for long. */
export const sliceSize = 50;

/** Stores the outcomes of requests, inside the writer's transaction. */
export class Ingest {
  readonly #events: EventStore;
  readonly #persons: PersonStore;
  readonly #groups: GroupStore;
  readonly #followers: readonly EventFollower[];
  readonly #uuid: () => string;

  constructor(
    stores: { events: EventStore; persons: PersonStore; groups: GroupStore },
    followers: readonly EventFollower[],
    clock: Clock,
  ) {
    this.#uuid = clock.uuid;
    this.#followers = followers;
    this.#events = stores.events;
    this.#persons = stores.persons;
    this.#groups = stores.groups;
  }

  /** Stores the outcomes from `start` on, at most `sliceSize`. */
  slice(intake: Intake, start: number): Counts {
    const counts = { accepted: 0, dropped: 0 };
    const end = Math.min(start + sliceSize, intake.outcomes.length);
    for (let index = start; index < end; index++) {
      const outcome = intake.outcomes[index];
      if (outcome === undefined) break;
      if (outcome.kind === 'drop') this.#drop(intake, outcome);
      const isStored = outcome.kind === 'event' && this.#event(intake, outcome);
      counts[isStored ? 'accepted' : 'dropped'] += 1;
    }
    return counts;
  }

  /** Stores the request's own row, after its outcomes. `durationUs`: microseconds since its first byte. */
  request(intake: Intake, counts: Counts, durationUs: number): void {
    this.#events.insertRequest({ ...intake.request, ...counts, durationUs });
  }

  #event(intake: Intake, event: NormalEvent): boolean {
    const { projectId } = intake;
    // A retry must not change its person again, so it has to be found out first where the event could.
    const isHarmless = !changesPerson(event) && this.#persons.knows(projectId, event.distinctId);
    if (!isHarmless && this.#events.requestOf(projectId, event.uuid) !== undefined) {
      this.#duplicate(intake, event);
      return false;
    }
    const tracking = this.#persons.track(projectId, event);
    const warnings = [...event.warnings, ...tracking.warnings];
    if (event.properties.$groups !== undefined || event.event === '$groupidentify') {
      warnings.push(...this.#groups.track(projectId, event.event, event.properties, event.timestamp));
    }
    const url = event.properties.$current_url;
    const id = this.#events.insertEvent({
      projectId,
      uuid: event.uuid,
      event: event.event,
      distinctRef: tracking.distinctRef,
      timestamp: event.timestamp,
      receivedAt: intake.receivedAt,
      requestId: intake.request.id,
      currentUrl: typeof url === 'string' ? url : null,
      json: event.json,
      warnings,
      personEffect: tracking.effect,
    });
    if (id === undefined) {
      this.#duplicate(intake, event);
      return false;
    }
    const stored = { id, projectId, distinctRef: tracking.distinctRef, receivedAt: intake.receivedAt, event };
    for (const follower of this.#followers) follower.stored(stored);
    return true;
  }

  /** A retry of what is stored; one that an earlier try of the same request stored is no retry. */
  #duplicate(intake: Intake, event: NormalEvent): void {
    if (intake.isReplay && this.#events.requestOf(intake.projectId, event.uuid) === intake.request.id) return;
    this.#drop(intake, {
      ...event,
      kind: 'drop',
      uuid: this.#uuid(),
      reason: 'duplicate',
      detail: `An event with the uuid ${event.uuid} is stored already: this is the same one, sent again.`,
    });
  }

  #drop({ projectId, receivedAt, request }: Intake, drop: Drop): void {
    this.#events.insertDiscard({ ...drop, projectId, receivedAt, requestId: request.id, status: 'dropped' });
  }
}

/** Whether storing the event may change more of its person than when it was last seen. */
function changesPerson({ event, properties }: NormalEvent): boolean {
  const { $set, $set_once, $unset, $groups } = properties;
  const isPlain = $set === undefined && $set_once === undefined && $unset === undefined && $groups === undefined;
  return !isPlain || event === '$groupidentify' || isIdentifying(event);
}
