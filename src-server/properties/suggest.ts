import type { JsonObject } from '../core/contract.ts';
import { jsonStart } from '../core/json/json.ts';
import { parseJson } from '../core/json/parse-json-contract.ts';
import { maxListedKey, maxPageRead } from '../core/limits-contract.ts';
import type { PropertyNames, PropertyValues } from './contract.ts';

const maxNames = 100;
const maxValues = 50;
/** Characters of JSON; longer values are not suggested. */
const maxValueLength = 400;

/** Counts the property names in the rows. `rank` orders before frequency. */
export function namesIn(rows: Iterable<JsonObject>, search = '', rank = (_key: string) => 0): PropertyNames {
  const searched = search.toLowerCase();
  const counts = new Map<string, number>();
  for (const properties of rows) {
    for (const key of Object.keys(properties)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return {
    results: [...counts]
      .filter(([key]) => key.length <= maxListedKey && key.toLowerCase().includes(searched))
      .sort((one, other) => rank(one[0]) - rank(other[0]) || byCount(one, other))
      .slice(0, maxNames)
      .map(([key, count]) => ({ key, count })),
  };
}

/** Counts the values of a property in the rows. The number 5 and the text "5" are different values. */
export function valuesIn(rows: Iterable<JsonObject>, key: string, search = ''): PropertyValues {
  const searched = search.toLowerCase();
  const counts = new Map<string, number>();
  for (const properties of rows) {
    if (!Object.hasOwn(properties, key)) continue;
    const json = jsonStart(properties[key], maxValueLength + 1);
    if (json.length <= maxValueLength) counts.set(json, (counts.get(json) ?? 0) + 1);
  }
  return {
    results: [...counts]
      .sort(byCount)
      .map(([json, count]) => ({ json, count, value: parseJson(json) as unknown }))
      .filter(({ json, value }) => (typeof value === 'string' ? value : json).toLowerCase().includes(searched))
      .slice(0, maxValues)
      .map(({ value, count }) => ({ value, count })),
  };
}

/** Sorts by frequency, then by name. */
function byCount([one, often]: [string, number], [other, oftener]: [string, number]): number {
  return oftener - often || (one < other ? -1 : 1);
}

/** Parses rows up to the read limit of one answer. */
export function* parsedRows(rows: Iterable<string>): Generator<JsonObject> {
  let read = 0;
  for (const properties of rows) {
    yield parseJson(properties);
    read += properties.length;
    if (read > maxPageRead) return;
  }
}
