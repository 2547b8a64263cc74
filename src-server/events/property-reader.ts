import type { JsonObject } from '../core/contract.ts';
import type { Database } from '../database/open.ts';

/** Returns the SQLite path of a key; null for a key that cannot be written as one. */
export const pathOf = (key: string): string | null =>
  JSON.stringify(key) === `"${key}"` && key.isWellFormed() ? `$."${key}"` : null;

/** Each column parses the properties again; SQLite has at most 2000. */
const maxColumns = 50;
/** Larger properties are read on their own. */
const maxBytes = 20_000;

/** 0: the properties are large. */
type Row = [index: number, ...values: (string | null | 0)[]];

/** Events have ids of their own; a person is found by the row of one of its distinct_ids. */
const owners = {
  event: 'CROSS JOIN events o ON o.id = j.value',
  person: 'CROSS JOIN distinct_ids d ON d.id = j.value CROSS JOIN persons o ON o.id = d.person_id',
};
export type Owner = keyof typeof owners;

/**
 * Returns a function that reads these properties (null: all) of events, or of persons as they are now, by the ids of some items: each
 * with its item and the index of that.
 * Reading only some properties is several times faster than reading all.
 */
export function createPropertyReader(database: Database, owner: Owner, names: readonly string[] | null) {
  const keys = [...new Set(names)];
  // Some keys cannot be written as SQLite paths, and many keys are slower than one whole read.
  const plain = keys.map(pathOf).filter((path) => path !== null);
  const isPlain = names !== null && keys.length <= maxColumns && plain.length === keys.length;
  const columns = isPlain ? keys.map(() => 'o.properties -> ?') : ['o.properties'];
  const paths = isPlain ? plain : [];
  const rowsOf = (selected: string[]) =>
    database.prepare<string[], Row>(`SELECT j.key, ${selected.join(', ')} FROM json_each(?) j ${owners[owner]}`).raw();
  // Reading all rows at once is faster than one by one, but large ones could exceed the memory.
  const together = rowsOf(columns.map((column) => `iif(octet_length(o.properties) > ${maxBytes}, 0, ${column})`));
  const single = rowsOf(columns);
  const propertiesOf = (row: Row): JsonObject => {
    if (!isPlain) return JSON.parse(row[1] || '{}');
    const found: [string, unknown][] = [];
    for (const [index, key] of keys.entries()) {
      const json = row[index + 1];
      if (typeof json === 'string') found.push([key, JSON.parse(json)]);
    }
    return Object.fromEntries(found);
  };
  return function* <Item>(
    items: readonly Item[],
    idOf: (item: Item) => number,
  ): Generator<[item: Item, properties: JsonObject, index: number]> {
    const ids = items.map(idOf);
    for (const row of together.all(...paths, JSON.stringify(ids))) {
      const [index, first] = row;
      const item = items[index];
      const whole = first === 0 ? single.get(...paths, JSON.stringify([ids[index]])) : row;
      if (item !== undefined && whole !== undefined) yield [item, propertiesOf(whole), index];
    }
  };
}

/** Items per statement: takes a few milliseconds. */
const batchSize = 2000;

/** Visits the properties of items in the order of their pages, so that each page is read once. Yields periodically. */
export function* visitProperties<Item>(
  read: ReturnType<typeof createPropertyReader>,
  items: readonly Item[],
  idOf: (item: Item) => number,
  visit: (item: Item, properties: JsonObject) => void,
): Generator<void> {
  const sorted = items.map((item) => ({ item, id: idOf(item) })).sort((one, other) => one.id - other.id);
  for (let from = 0; from < sorted.length; from += batchSize) {
    for (const [{ item }, properties] of read(sorted.slice(from, from + batchSize), ({ id }) => id)) {
      visit(item, properties);
    }
    yield;
  }
}
