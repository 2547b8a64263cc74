import type { JsonObject } from '../../core/contract.ts';
import type { Database } from '../../database/open.ts';

/** Returns the SQLite path of a key; null for a key that cannot be written as one. */
export const pathOf = (key: string): string | null =>
  JSON.stringify(key) === `"${key}"` && key.isWellFormed() ? `$."${key}"` : null;

/** Each column parses the properties again; SQLite has at most 2000. */
const maxColumns = 50;

/** Events have ids of their own; a person is found by the row of one of its distinct_ids. */
const owners = {
  event: 'CROSS JOIN events o ON o.id = j.value',
  person: 'CROSS JOIN distinct_ids d ON d.id = j.value CROSS JOIN persons o ON o.id = d.person_id',
};
export type Owner = keyof typeof owners;

/**
 * Returns a function that reads these properties of events, or of persons as they are now, by id: each with its index in the ids.
 * Reading only some properties is several times faster than reading all.
 */
export function createPropertyReader(database: Database, owner: Owner, names: readonly string[]) {
  const keys = [...new Set(names)];
  // Some keys cannot be written as SQLite paths, and many keys are slower than one whole read.
  const plain = keys.map(pathOf).filter((path) => path !== null);
  const isPlain = keys.length <= maxColumns && plain.length === keys.length;
  const columns = isPlain ? keys.map(() => 'o.properties -> ?') : ['o.properties'];
  const paths = isPlain ? plain : [];
  const select = database
    .prepare<string[], [index: number, ...values: (string | null)[]]>(
      `SELECT j.key, ${columns.join(', ')} FROM json_each(?) j ${owners[owner]}`,
    )
    .raw();
  const propertiesOf = (values: (string | null)[]): JsonObject => {
    if (!isPlain) return JSON.parse(values[0] ?? '{}');
    const found = keys.flatMap((key, index) => {
      const json = values[index];
      return typeof json === 'string' ? [[key, JSON.parse(json)]] : [];
    });
    return Object.fromEntries(found);
  };
  return function* (ids: readonly number[]): Generator<[index: number, properties: JsonObject]> {
    // Row by row, as all of them together may exceed the memory.
    for (const [index, ...values] of select.iterate(...paths, JSON.stringify(ids))) yield [index, propertiesOf(values)];
  };
}
