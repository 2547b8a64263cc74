import type { DifferenceKind } from '#server/diff/contract.ts';
import { differencesOf } from '#server/diff/differences-contract.ts';
import { isRecord } from '../../ui/json/json-value.ts';

type Properties = Record<string, unknown>;

/**
 * Returns the differences from the marked event for the tree: `value` includes removed keys, `changeAt` tells the change at a
 * path.
 */
export function propertyChanges(now: Properties, marked: Properties) {
  const found = new Map(differencesOf(marked, now).map(({ path, kind }) => [pathKey(path), kind]));
  return {
    value: merge(now, marked),
    count: found.size,
    changeAt: (path: readonly string[]): DifferenceKind | undefined => found.get(pathKey(path)),
  };
}

function merge(now: Properties, marked: Properties): Properties {
  const kept = Object.entries(now).map(([key, value]): [string, unknown] => {
    const before = Object.hasOwn(marked, key) ? marked[key] : undefined;
    return [key, isRecord(value) && isRecord(before) ? merge(value, before) : value];
  });
  const removed = Object.entries(marked).filter(([key]) => !Object.hasOwn(now, key));
  return Object.fromEntries([...kept, ...removed]);
}

function pathKey(path: readonly string[]): string {
  return JSON.stringify(path);
}

/** Returns the part of `properties` whose key, nested key or value contains `search` in any case; all of it for ''. */
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

/** Returns the part of `merged` that differs, with its parents. */
export function onlyChanged(
  merged: Properties,
  changeAt: (path: readonly string[]) => DifferenceKind | undefined,
  path: readonly string[] = [],
): Properties {
  return narrowed(merged, (key, value) => {
    const at = [...path, key];
    if (changeAt(at) !== undefined) return value;
    return isRecord(value) ? onlyChanged(value, changeAt, at) : nothing;
  });
}

const nothing: Properties = {};

/** Returns what `part` leaves of each property, without empty ones. Built from entries: a key may be `__proto__`. */
function narrowed(properties: Properties, part: (key: string, value: unknown) => unknown): Properties {
  const kept = Object.entries(properties).flatMap(([key, value]): [string, unknown][] => {
    const left = part(key, value);
    const isLeft = left === value || !isRecord(left) || Object.keys(left).length > 0;
    return isLeft ? [[key, left]] : [];
  });
  return Object.fromEntries(kept);
}
