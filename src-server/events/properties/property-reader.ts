import type { JsonObject } from '../../core/contract.ts';
import type { Database } from '../../database/open.ts';
import { keyText, type NeededTexts } from '../../properties/needed-texts.ts';
import { allAmong, candidatesAmong, prefetchMoved } from '../archive/moving/whole-events.ts';
import { selectProperties } from './select-properties.ts';

/** Larger properties are read on their own. */
const maxBytes = 20_000;

/** Returns SQL for a column, 0 if the properties are large. */
export const unlessLarge = (column: string, properties: string) =>
  `iif(octet_length(${properties}) > ${maxBytes}, 0, ${column})`;

/** The values, each 0 if the properties are large, and the index. */
type Row = (string | number | null)[];

/** An event is found by its id, a person by the row of one of its distinct_ids. */
const owners = {
  event: 'CROSS JOIN events o ON o.id = j.value',
  person: 'CROSS JOIN distinct_ids d ON d.id = j.value CROSS JOIN persons o ON o.id = d.person_id',
};
export type Owner = keyof typeof owners;

/**
 * Returns a function that reads these properties (null: all) of events, or the present ones of persons, by the ids of some items:
 * each with its item and the index of that.
 */
export function createPropertyReader(database: Database, owner: Owner, names: readonly string[] | null) {
  const { columns, paths, propertiesOf } = selectProperties('o.properties', names);
  const rowsOf = (selected: string[]) =>
    database.prepare<string[], Row>(`SELECT ${selected.join(', ')}, j.key FROM json_each(?) j ${owners[owner]}`).raw();
  // Reading all rows at once is faster than one by one, but large ones could exceed the memory.
  const together = rowsOf(columns.map((column) => unlessLarge(column, 'o.properties')));
  const single = rowsOf(columns);
  return function* <Item>(
    items: readonly Item[],
    idOf: (item: Item) => number,
  ): Generator<[item: Item, properties: JsonObject, index: number]> {
    const ids = items.map(idOf);
    if (owner === 'event') prefetchMoved(database, () => ids);
    for (const row of together.all(...paths, JSON.stringify(ids))) {
      const index = Number(row.at(-1));
      const item = items[index];
      const whole = row[0] === 0 ? single.get(...paths, JSON.stringify([ids[index]])) : row;
      if (item !== undefined && whole !== undefined) yield [item, propertiesOf(whole), index];
    }
  };
}

/** Items among which candidates are found at once. */
const maxAhead = 20_000;
/** Items per statement, and milliseconds without a pause, since large properties take longer. */
const batchSize = 2000;
const sliceMs = 10;

/** `texts`: what the properties of an event have that must be visited; otherwise those with any of the names. */
type Visited = { projectId: number; owner: Owner; names: readonly string[]; texts?: NeededTexts };

/** Visits the properties of items in the order of their pages, so that each page is read once. Yields periodically. */
export function* visitProperties<Item>(
  database: Database,
  { projectId, owner, names, texts = [names.map(keyText)] }: Visited,
  items: readonly Item[],
  idOf: (item: Item) => number,
  visit: (item: Item, properties: JsonObject) => void,
): Generator<void> {
  const read = createPropertyReader(database, owner, names);
  const sought = { projectId, prefilter: [{ event: null, texts }] };
  const among = owner === 'event' ? candidatesAmong(database, sought) : allAmong;
  const sorted = items.map((item) => ({ item, id: idOf(item) })).sort((one, other) => one.id - other.id);
  let resumed = performance.now();
  for (const candidates of candidatesIn(sorted, among)) {
    for (let from = 0; from < candidates.length; from += batchSize) {
      for (const [{ item }, properties] of read(candidates.slice(from, from + batchSize), ({ id }) => id)) {
        visit(item, properties);
        if (performance.now() - resumed < sliceMs) continue;
        yield;
        resumed = performance.now();
      }
    }
    // Finding more candidates may take as long.
    yield;
    resumed = performance.now();
  }
}

/** Yields the candidates among sorted items in several parts. */
function* candidatesIn<Sorted extends { id: number }>(sorted: readonly Sorted[], among: typeof allAmong) {
  for (let from = 0; from < sorted.length; ) {
    const ahead = sorted.slice(from, from + maxAhead);
    const { length, ids } = among(ahead.map(({ id }) => id));
    const part = ahead.slice(0, length);
    const found = ids.length === length ? null : new Set(ids);
    yield found === null ? part : part.filter(({ id }) => found.has(id));
    from += length;
  }
}
