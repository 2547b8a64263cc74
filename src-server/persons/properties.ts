import type { JsonObject } from '../core/contract.ts';
import { jsonStart } from '../core/json.ts';
import { maxListedKey, maxPageRead } from '../core/limits.ts';
import type { Database } from '../database/open.ts';
import type { PropertyNames, PropertyNamesQuery, PropertyValues, PropertyValuesQuery } from './contract.ts';

type Owner = Pick<PropertyNamesQuery, 'kind' | 'group_type_index'>;

const newest = 5000;
const mostNames = 100;
const mostValues = 50;
/** Characters of JSON: longer ones are no suggestions. */
const longestValue = 400;

/** Names of properties that were seen, to suggest. */
export function readPropertyNames(
  database: Database,
  args: { projectId: number; query: PropertyNamesQuery },
): PropertyNames {
  const search = args.query.search?.toLowerCase() ?? '';
  const counts = new Map<string, number>();
  for (const properties of newestProperties(database, args.projectId, args.query)) {
    for (const key of Object.keys(properties)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const found = [...counts].filter(([key]) => key.length <= maxListedKey && key.toLowerCase().includes(search));
  return {
    results: found
      .sort(byCount)
      .slice(0, mostNames)
      .map(([key, count]) => ({ key, count })),
  };
}

/** Values of one property that were seen, to suggest. The number 5 and the text "5" are two values. */
export function readPropertyValues(
  database: Database,
  args: { projectId: number; query: PropertyValuesQuery },
): PropertyValues {
  const { key, search = '' } = args.query;
  const counts = new Map<string, number>();
  for (const properties of newestProperties(database, args.projectId, args.query)) {
    if (!Object.hasOwn(properties, key)) continue;
    const json = jsonStart(properties[key], longestValue + 1);
    if (json.length <= longestValue) counts.set(json, (counts.get(json) ?? 0) + 1);
  }
  const wanted = search.toLowerCase();
  const found = [...counts].map(([json, count]) => ({ json, count, value: JSON.parse(json) as unknown }));
  return {
    results: found
      .filter(({ json, value }) => (typeof value === 'string' ? value : json).toLowerCase().includes(wanted))
      .sort((one, other) => byCount([one.json, one.count], [other.json, other.count]))
      .slice(0, mostValues)
      .map(({ value, count }) => ({ value, count })),
  };
}

/** Those of the newest 5,000, or of as many as one answer may read. */
function* newestProperties(database: Database, projectId: number, owner: Owner): Generator<JsonObject> {
  const { kind, group_type_index: type = null } = owner;
  const rows =
    kind === 'person'
      ? database
          .prepare<unknown[], string>(
            'SELECT properties FROM persons WHERE project_id = ? ORDER BY last_seen_at DESC, id DESC LIMIT ?',
          )
          .pluck()
          .iterate(projectId, newest)
      : database
          .prepare<unknown[], string>(
            `SELECT properties FROM groups WHERE project_id = ? AND type_index = ifnull(?, type_index)
             ORDER BY id DESC LIMIT ?`,
          )
          .pluck()
          .iterate(projectId, type, newest);
  let read = 0;
  for (const properties of rows) {
    yield JSON.parse(properties);
    read += properties.length;
    if (read > maxPageRead) return;
  }
}

/** The most frequent first, and those that are alike in an order that never changes. */
function byCount([one, often]: [string, number], [other, oftener]: [string, number]): number {
  return oftener - often || (one < other ? -1 : 1);
}
