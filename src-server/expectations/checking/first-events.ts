import { BoundedCache } from '../../core/bounded-cache.ts';
import type { Database } from '../../database/open.ts';
import { isBefore, type Place } from '../evaluation/place.ts';
import type { NamedEvents, RunScope } from './named-events.ts';
import type { ObservedEvents } from './observed-events.ts';
import { havePersonsChanged } from './persons-changed.ts';
import type { Slice } from './slice.ts';

/** The first event of a name for each person, of events up to `upTo`. `removed`: see `readRemovalMark`. */
export type FirstEvents = { nameIds: readonly number[]; byPerson: Map<number, Place>; upTo: number; removed: number };

/** The range of a read: the events up to `newest`. `removed`: see `readRemovalMark`. */
export type Reading = {
  database: Database;
  scope: RunScope;
  named: NamedEvents;
  events: ObservedEvents;
  slice: Slice;
  newest: number;
  removed: number;
};

const bytesOfPerson = 100;
const limits = {
  entries: 1000,
  bytes: 64 * 1024 * 1024,
  bytesOf: (key: string, { byPerson }: FirstEvents) => 200 + 2 * key.length + bytesOfPerson * byPerson.size,
};

/** Keeps first events between checks, and reads only new ones until an event is deleted or persons are merged. */
export function createFirstEvents() {
  const kept = new BoundedCache<string, FirstEvents>(limits);
  return {
    *of(name: string, reading: Reading): Generator<undefined, FirstEvents> {
      const { database, scope, named, events, slice, newest, removed } = reading;
      const key = JSON.stringify([scope.projectId, scope.runId, name]);
      const known = kept.get(key);
      const isCurrent =
        known?.removed === removed &&
        !havePersonsChanged(database, { ...scope, effects: ['merged'] }, { after: known.upTo, upTo: newest });
      const firsts = isCurrent ? known : { nameIds: [], byPerson: new Map<number, Place>(), upTo: 0, removed };
      firsts.nameIds = [...named.namesById([name]).keys()];
      for (const rows of named.batches(firsts.nameIds, { after: firsts.upTo, upTo: newest })) {
        for (const [id, , timestamp, ref] of rows) addFirst(firsts, events.ownerOf(ref).personId, { timestamp, id });
        if (slice.isOver) yield* slice.pause();
      }
      firsts.upTo = Math.max(firsts.upTo, newest);
      kept.set(key, firsts);
      return firsts;
    },
  };
}

function addFirst({ byPerson }: FirstEvents, personId: number, place: Place): void {
  const known = byPerson.get(personId);
  if (known === undefined || isBefore(place, known)) byPerson.set(personId, place);
}
