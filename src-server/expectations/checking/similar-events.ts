import { BoundedCache } from '../../core/bounded-cache.ts';
import { nearestName } from '../../core/nearest-contract.ts';
import { textDifference } from '../../events/expected-count/differences.ts';
import type { SimilarEvent } from '../../events/expected-count/nearest-contract.ts';
import type { RuleTally } from '../evaluation/tally.ts';
import type { Reading } from './first-events.ts';

/** Names of the events of a test run up to `upTo`. */
type Seen = { nameIds: Set<number>; upTo: number };

const limits = {
  entries: 1000,
  bytes: 16 * 1024 * 1024,
  bytesOf: (_key: number, { nameIds }: Seen) => 200 + 40 * nameIds.size,
};

/** Finds events of a name that is like the one that a rule asks for. Keeps the names of test runs between checks. */
export function createSimilarEvents() {
  const kept = new BoundedCache<number, Seen>(limits);

  function* seenIn(run: number, { named, slice, newest }: Reading): Generator<undefined, Set<number>> {
    const seen = kept.get(run) ?? { nameIds: new Set<number>(), upTo: 0 };
    for (const ids of named.namesOfRun(run, { after: seen.upTo, upTo: newest })) {
      for (const id of ids) seen.nameIds.add(id);
      if (slice.isOver) yield* slice.pause();
    }
    seen.upTo = Math.max(seen.upTo, newest);
    kept.set(run, seen);
    return seen.nameIds;
  }

  /** Returns a function that compares the newest event of a similar name with a rule. */
  return function* (reading: Reading): Generator<undefined, (tally: RuleTally) => SimilarEvent | null> {
    const { database, scope, named, events } = reading;
    const ofRun = scope.runId === null ? null : yield* seenIn(scope.runId, reading);
    const names = database
      .prepare<[number], { id: number; name: string }>('SELECT id, name FROM event_names WHERE project_id = ?')
      .all(scope.projectId)
      .filter(({ id }) => (ofRun === null ? named.newest(id) !== undefined : ofRun.has(id)));
    const list = names.map(({ name }) => name);
    return (tally) => {
      const similar = nearestName(tally.rule.event, list);
      const id = names.find(({ name }) => name === similar)?.id;
      const newest = id === undefined ? undefined : named.newest(id);
      const event = newest === undefined ? undefined : events.whole(newest);
      if (event === undefined) return null;
      const differences = [...textDifference('event', tally.rule.event, event.event), ...tally.differences(event)];
      return { uuid: event.uuid, differences };
    };
  };
}
