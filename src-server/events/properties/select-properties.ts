import type { JsonObject } from '../../core/contract.ts';
import { parseJson } from '../../core/json/parse-json-contract.ts';

/** Returns the SQLite path of a key; null for a key that cannot be written as one. */
export const jsonPathOf = (key: string): string | null =>
  JSON.stringify(key) === `"${key}"` && key.isWellFormed() ? `$."${key}"` : null;

/**
 * Marks properties that are selected whole, because SQLite's paths take the key "a\u0000b" for "a" too. No JSON starts with it.
 * LIKE finds such keys several times faster than instr.
 */
const whole = 'whole';
const unlessWithNul = (column: string, value: string) =>
  `iif(${column} LIKE '%\\u0000%', '${whole}' || ${column}, ${value})`;

/** Each column parses the properties again; SQLite has at most 2000. */
const maxColumns = 50;

/** `columns`: SQL, for which `paths` are bound. `propertiesOf` takes their values. */
type Selection = { columns: string[]; paths: string[]; propertiesOf(values: readonly unknown[]): JsonObject };

/**
 * Selects some properties (null: all) of a column of JSON. Reading some is several times faster than reading all, unless they are
 * many. Some keys cannot be written as SQLite paths.
 */
export function selectProperties(column: string, names: readonly string[] | null): Selection {
  const keys = [...new Set(names)];
  const paths = keys.map(jsonPathOf).filter((path) => path !== null);
  if (names === null || keys.length > maxColumns || paths.length < keys.length)
    return { columns: [column], paths: [], propertiesOf: ([json]) => parseJson(String(json || '{}')) };
  return {
    columns: keys.map((_, index) => (index === 0 ? unlessWithNul(column, `${column} -> ?`) : `${column} -> ?`)),
    paths,
    propertiesOf(values) {
      const [first] = values;
      if (typeof first === 'string' && first.startsWith(whole)) return parseJson(first.slice(whole.length));
      const found: [string, unknown][] = [];
      for (const [index, key] of keys.entries()) {
        const json = values[index];
        if (typeof json === 'string') found.push([key, parseJson(json)]);
      }
      return Object.fromEntries(found);
    },
  };
}
