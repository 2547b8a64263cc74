import { isRecord } from '../../ui/json/json-value.ts';

export type Change = 'added' | 'changed' | 'removed';
type Properties = Record<string, unknown>;

/**
 * What differs from the marked event, as the tree needs it: `value` has the removed keys too, `changeAt` says what became of
 * each path. Objects are compared key by key, lists as a whole.
 */
export function propertyChanges(now: Properties, marked: Properties) {
  const changes = new Map<string, Change>();
  const value = merge(now, marked, [], changes);
  return {
    value,
    count: changes.size,
    changeAt: (path: readonly string[]): Change | undefined => changes.get(pathKey(path)),
  };
}

function merge(now: Properties, marked: Properties, path: string[], changes: Map<string, Change>): Properties {
  const merged: [string, unknown][] = [];
  for (const [key, value] of Object.entries(now)) {
    const at = [...path, key];
    const isNew = !Object.hasOwn(marked, key);
    const before = isNew ? undefined : marked[key];
    const isCompared = isRecord(value) && isRecord(before);
    merged.push([key, isCompared ? merge(value, before, at, changes) : value]);
    if (isNew) changes.set(pathKey(at), 'added');
    else if (!isCompared && !isSame(value, before)) changes.set(pathKey(at), 'changed');
  }
  for (const [key, value] of Object.entries(marked)) {
    if (Object.hasOwn(now, key)) continue;
    merged.push([key, value]);
    changes.set(pathKey([...path, key]), 'removed');
  }
  return Object.fromEntries(merged);
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function pathKey(path: readonly string[]): string {
  return JSON.stringify(path);
}

/** The part of `properties` whose key, nested key or value contains `search` in any case; all of it for ''. */
export function searchProperties(properties: Properties, search: string): Properties {
  const needle = search.trim().toLowerCase();
  return needle === '' ? properties : filterRecord(properties, needle);
}

function filterRecord(properties: Properties, needle: string): Properties {
  return narrowed(properties, (key, value) => {
    if (key.toLowerCase().includes(needle)) return value;
    if (isRecord(value)) return filterRecord(value, needle);
    return String(JSON.stringify(value)).toLowerCase().includes(needle) ? value : nothing;
  });
}

/** The part of `merged` that differs, with what it stands in. */
export function onlyChanged(
  merged: Properties,
  changeAt: (path: readonly string[]) => Change | undefined,
  path: readonly string[] = [],
): Properties {
  return narrowed(merged, (key, value) => {
    const at = [...path, key];
    if (changeAt(at) !== undefined) return value;
    return isRecord(value) ? onlyChanged(value, changeAt, at) : nothing;
  });
}

const nothing: Properties = {};

/** What `part` leaves of each property, without those of which it leaves nothing. Made of entries: a key may be `__proto__`. */
function narrowed(properties: Properties, part: (key: string, value: unknown) => unknown): Properties {
  const kept = Object.entries(properties).flatMap(([key, value]): [string, unknown][] => {
    const left = part(key, value);
    const isLeft = left === value || !isRecord(left) || Object.keys(left).length > 0;
    return isLeft ? [[key, left]] : [];
  });
  return Object.fromEntries(kept);
}
