import type { JsonObject } from '../core/contract.ts';
import { jsonStart } from '../core/json.ts';
import { maxListedKey, maxPageRead } from '../core/limits.ts';
import type { PropertyNames, PropertyValues } from './contract.ts';

const mostNames = 100;
const mostValues = 50;
/** Characters of JSON: longer ones are no suggestions. */
const longestValue = 400;

/** Names of properties in the rows, to suggest. `rank`: which come first, however frequent the others are. */
export function namesIn(rows: Iterable<JsonObject>, search = '', rank = (_key: string) => 0): PropertyNames {
  const wanted = search.toLowerCase();
  const counts = new Map<string, number>();
  for (const properties of rows) {
    for (const key of Object.keys(properties)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return {
    results: [...counts]
      .filter(([key]) => key.length <= maxListedKey && key.toLowerCase().includes(wanted))
      .sort((one, other) => rank(one[0]) - rank(other[0]) || byCount(one, other))
      .slice(0, mostNames)
      .map(([key, count]) => ({ key, count })),
  };
}

/** Values of one property in the rows, to suggest. The number 5 and the text "5" are two values. */
export function valuesIn(rows: Iterable<JsonObject>, key: string, search = ''): PropertyValues {
  const wanted = search.toLowerCase();
  const counts = new Map<string, number>();
  for (const properties of rows) {
    if (!Object.hasOwn(properties, key)) continue;
    const json = jsonStart(properties[key], longestValue + 1);
    if (json.length <= longestValue) counts.set(json, (counts.get(json) ?? 0) + 1);
  }
  return {
    results: [...counts]
      .sort(byCount)
      .map(([json, count]) => ({ json, count, value: JSON.parse(json) as unknown }))
      .filter(({ json, value }) => (typeof value === 'string' ? value : json).toLowerCase().includes(wanted))
      .slice(0, mostValues)
      .map(({ value, count }) => ({ value, count })),
  };
}

/** The most frequent first, and those that are alike in an order that never changes. */
function byCount([one, often]: [string, number], [other, oftener]: [string, number]): number {
  return oftener - often || (one < other ? -1 : 1);
}

/** Parses rows until as many characters are read as one answer may read. */
export function* parsedRows(rows: Iterable<string>): Generator<JsonObject> {
  let read = 0;
  for (const properties of rows) {
    yield JSON.parse(properties);
    read += properties.length;
    if (read > maxPageRead) return;
  }
}
