import { keysOfRules } from '../evaluation/rule-reads.ts';
import type { RuleTally } from '../evaluation/tally.ts';
import type { Reading } from './first-events.ts';
import type { IdRange } from './named-events.ts';

/** Adds the events of a range to the tallies of their names, in one pass that reads only the properties that rules need. */
export function* addEvents(tallies: readonly RuleTally[], reading: Reading, range: IdRange): Generator<undefined> {
  const { named, events, slice } = reading;
  const byName = Map.groupBy(tallies, ({ rule }) => rule.event);
  const readers = new Map(
    [...named.namesById([...byName.keys()])].map(([id, name]) => {
      const own = byName.get(name) ?? [];
      return [id, { own, read: events.reader(keysOfRules(own.map(({ rule }) => rule))) }];
    }),
  );
  for (const batch of named.batches([...readers.keys()], range)) {
    for (const [nameId, rows] of Map.groupBy(batch, ([, id]) => id)) {
      const { own = [], read } = readers.get(nameId) ?? {};
      for (const event of read?.(rows) ?? []) {
        for (const tally of own) tally.add(event);
        if (slice.isOver) yield* slice.pause();
      }
    }
    if (slice.isOver) yield* slice.pause();
  }
}
