import type { IdRange } from '../../events/archive/counts.ts';
import { unlessLarge } from '../../events/properties/property-reader.ts';
import { selectProperties } from '../../events/properties/select-properties.ts';
import type { Observed } from '../evaluation/conditions.ts';
import { keysOfRules } from '../evaluation/rule-reads.ts';
import type { RuleTally } from '../evaluation/tally.ts';
import type { Reading } from './first-events.ts';
import type { EventTuple } from './named-events.ts';

/** The tallies of each name, by its row id. */
type Owners = ReadonlyMap<number, readonly RuleTally[]>;
type NamedEvent = [nameId: number, event: Observed];

const keysOf = (tallies: readonly RuleTally[]) => keysOfRules(tallies.map(({ rule }) => rule));

/** Adds the events of a range to the tallies of their names, in one pass that reads only the properties that rules need. */
export function* addEvents(tallies: readonly RuleTally[], reading: Reading, range: IdRange): Generator<undefined> {
  const { named, slice } = reading;
  const byName = Map.groupBy(tallies, ({ rule }) => rule.event);
  const owners: Owners = new Map(
    [...named.namesById([...byName.keys()])].map(([id, name]) => [id, byName.get(name) ?? []]),
  );
  for (const batch of batchesOf(owners, reading, range)) {
    for (const [nameId, event] of batch) {
      for (const tally of owners.get(nameId) ?? []) tally.add(event);
      if (slice.isOver) yield* slice.pause();
    }
    if (slice.isOver) yield* slice.pause();
  }
}

function batchesOf(owners: Owners, reading: Reading, range: IdRange): Generator<Iterable<NamedEvent>> {
  const { runId } = reading.scope;
  const keys = keysOf([...owners.values()].flat());
  return runId === null || keys === null || keys.length === 0
    ? readByName(owners, reading, range)
    : readTogether(owners, reading, { runId, keys, range });
}

/** Reads the rows of a batch, then the properties that the rules of each name need. */
function* readByName(owners: Owners, { named, events }: Reading, range: IdRange): Generator<Iterable<NamedEvent>> {
  const readers = new Map([...owners].map(([id, own]) => [id, events.reader(keysOf(own))]));
  function* eventsOf(batch: readonly EventTuple[]): Generator<NamedEvent> {
    for (const [nameId, rows] of Map.groupBy(batch, ([, id]) => id))
      for (const event of readers.get(nameId)?.(rows) ?? []) yield [nameId, event];
  }
  for (const batch of named.batches([...owners.keys()], range)) yield eventsOf(batch);
}

type Together = { runId: number; keys: readonly string[]; range: IdRange };

/** Reads rows and properties in one statement, which takes about half as long; large properties on their own. */
function* readTogether(
  owners: Owners,
  { named, events }: Reading,
  { runId, keys, range }: Together,
): Generator<Iterable<NamedEvent>> {
  const { columns, paths, propertiesOf } = selectProperties('properties', keys);
  const small = columns.map((column) => unlessLarge(column, 'properties'));
  const readLarge = events.reader(keys);
  function* eventsOf(batch: Iterable<readonly unknown[]>): Generator<NamedEvent> {
    for (const values of batch) {
      const row = values.slice(-5) as EventTuple;
      const isLarge = values[0] === 0;
      for (const event of isLarge ? readLarge([row]) : [events.of(row, propertiesOf(values))]) yield [row[1], event];
    }
  }
  for (const batch of named.batchesWith(runId, [...owners.keys()], range, { columns: small, paths })) {
    yield eventsOf(batch);
  }
}
