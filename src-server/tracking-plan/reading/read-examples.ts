import type { JsonObject } from '../../core/contract.ts';
import { jsonStart } from '../../core/json/json.ts';
import { parseJson } from '../../core/json/parse-json-contract.ts';
import type { Database } from '../../database/open.ts';
import { prefetchMoved, prefetchSelected } from '../../events/archive/moving/whole-events.ts';
import { parsedRows } from '../../properties/suggest.ts';
import { maxExamples, maxExampleText } from '../contract.ts';
import type { CountedProperty } from './read-properties.ts';

/** Max events, the newest, to take examples from. */
const newest = 200;

/**
 * Reads distinct values of each property from the newest events of a name; of a rare property from its newest event. Stores
 * nothing, so that a deleted event leaves no value.
 */
export function readExamples(
  database: Database,
  nameId: number,
  properties: readonly CountedProperty[],
): Map<string, unknown[]> {
  const examples = new Map(properties.map(({ property: { property } }) => [property, new Set<string>()]));
  const add = (values: JsonObject, property: string, known: Set<string>) => {
    if (known.size >= maxExamples || !Object.hasOwn(values, property)) return;
    const json = jsonStart(values[property], maxExampleText + 1);
    if (json.length <= maxExampleText) known.add(json);
  };
  const newestOf = (column: string) => `SELECT ${column} FROM events WHERE name_id = ? ORDER BY id DESC LIMIT ?`;
  prefetchSelected(database, newestOf('id'), nameId, newest);
  const rows = database.prepare<[number, number], string>(newestOf('properties')).pluck();
  for (const values of parsedRows(rows.iterate(nameId, newest))) {
    for (const property of Object.keys(values)) {
      const known = examples.get(property);
      if (known !== undefined) add(values, property, known);
    }
  }
  const rare = properties.filter(({ property: { property } }) => examples.get(property)?.size === 0);
  const lastIds = [...new Set(rare.map(({ lastId }) => lastId))];
  prefetchMoved(database, () => lastIds);
  const single = database
    .prepare<[string], string>('SELECT properties FROM events WHERE id IN (SELECT value FROM json_each(?))')
    .pluck();
  for (const values of parsedRows(single.iterate(JSON.stringify(lastIds)))) {
    for (const { property } of rare) add(values, property.property, examples.get(property.property) ?? new Set());
  }
  return new Map([...examples].map(([property, texts]) => [property, [...texts].map((text) => parseJson(text))]));
}
