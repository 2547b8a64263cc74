import { isRecord } from './json-value.ts';

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
  const merged: Properties = {};
  for (const [key, value] of Object.entries(now)) {
    const at = [...path, key];
    const before = marked[key];
    merged[key] = value;
    if (!Object.hasOwn(marked, key)) changes.set(pathKey(at), 'added');
    else if (isRecord(value) && isRecord(before)) merged[key] = merge(value, before, at, changes);
    else if (!isSame(value, before)) changes.set(pathKey(at), 'changed');
  }
  for (const [key, value] of Object.entries(marked)) {
    if (Object.hasOwn(now, key)) continue;
    merged[key] = value;
    changes.set(pathKey([...path, key]), 'removed');
  }
  return merged;
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

function filterRecord(value: Properties, needle: string): Properties {
  const found: Properties = {};
  for (const [key, child] of Object.entries(value)) {
    if (key.toLowerCase().includes(needle)) found[key] = child;
    else if (isRecord(child)) {
      const inside = filterRecord(child, needle);
      if (Object.keys(inside).length > 0) found[key] = inside;
    } else if (String(JSON.stringify(child)).toLowerCase().includes(needle)) found[key] = child;
  }
  return found;
}

/** The part of `merged` that differs, with what it stands in. */
export function onlyChanged(
  merged: Properties,
  changeAt: (path: readonly string[]) => Change | undefined,
  path: readonly string[] = [],
): Properties {
  const found: Properties = {};
  for (const [key, value] of Object.entries(merged)) {
    const at = [...path, key];
    if (changeAt(at) !== undefined) found[key] = value;
    else if (isRecord(value)) {
      const inside = onlyChanged(value, changeAt, at);
      if (Object.keys(inside).length > 0) found[key] = inside;
    }
  }
  return found;
}
