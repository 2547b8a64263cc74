import type { Clock } from '../http/time.ts';
import type { GroupStore } from '../persons/groups.ts';
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

export type Counts = { accepted: number; dropped: number };

/** Outcomes that are stored in one go; a larger request is several goes, so that it never holds the thread for long. */
export const sliceSize = 200;

/** Stores the outcomes of requests, inside the writer's transaction. */
export class Ingest {
  readonly #events: EventStore;
  readonly #persons: PersonStore;
  readonly #groups: GroupStore;
  readonly #uuid: () => string;

  constructor(stores: { events: EventStore; persons: PersonStore; groups: GroupStore }, clock: Clock) {
    this.#uuid = clock.uuid;
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
    const { projectId, receivedAt, request } = intake;
    const stored = this.#events.requestOf(projectId, event.uuid);
    if (stored !== undefined) {
      if (!(intake.isReplay && stored === request.id)) this.#duplicate(intake, event);
      return false;
    }
    const tracking = this.#persons.track(projectId, event);
    const warnings = [...event.warnings, ...tracking.warnings];
    if (event.properties.$groups !== undefined || event.event === '$groupidentify') {
      warnings.push(...this.#groups.track(projectId, event.event, event.properties, event.timestamp));
    }
    const url = event.properties.$current_url;
    return this.#events.insertEvent({
      projectId,
      uuid: event.uuid,
      event: event.event,
      distinctRef: tracking.distinctRef,
      timestamp: event.timestamp,
      receivedAt,
      requestId: request.id,
      currentUrl: typeof url === 'string' ? url : null,
      json: event.json,
      warnings,
      personEffect: tracking.effect,
    });
  }

  /** A retry of what is stored: its person and groups are left alone. */
  #duplicate(intake: Intake, event: NormalEvent): void {
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
