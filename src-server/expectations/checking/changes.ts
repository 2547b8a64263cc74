import { isBefore, type Place } from '../evaluation/place.ts';
import type { FirstEvents, Reading } from './first-events.ts';
import { havePersonsChanged } from './persons-changed.ts';

const changingProperties = ['updated', 'identified', 'merged'] as const;

/** Finds changes since an event, once each. */
export class PersonChanges {
  readonly #reading: Reading;
  readonly #persons = new Map<number, boolean>();
  readonly #firsts = new Map<FirstEvents, Map<number, Place | null>>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** Reports whether properties of persons may have changed. */
  properties(since: number): boolean {
    const { database, scope, newest } = this.#reading;
    const known = this.#persons.get(since);
    if (known !== undefined) return known;
    const asked = { projectId: scope.projectId, effects: changingProperties };
    const found = havePersonsChanged(database, asked, { after: since, upTo: newest });
    this.#persons.set(since, found);
    return found;
  }

  /** Returns the earliest of the new events that are the first of their person; null if none is. */
  *earliest(firsts: FirstEvents, since: number): Generator<undefined, Place | null> {
    const { named, events, slice, newest } = this.#reading;
    const found = this.#firsts.get(firsts) ?? new Map<number, Place | null>();
    this.#firsts.set(firsts, found);
    const known = found.get(since);
    if (known !== undefined) return known;
    let earliest: Place | null = null;
    for (const rows of named.batches(firsts.nameIds, { after: since, upTo: newest })) {
      for (const [id, , timestamp, ref] of rows) {
        const place = { timestamp, id };
        const isFirst = firsts.byPerson.get(events.ownerOf(ref).personId)?.id === id;
        if (isFirst && (earliest === null || isBefore(place, earliest))) earliest = place;
      }
      if (slice.isOver) yield* slice.pause();
    }
    found.set(since, earliest);
    return earliest;
  }
}
