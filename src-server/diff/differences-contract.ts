import { isJsonObject } from '../core/contract.ts';
import { propertyTypeOf } from '../events/properties/property-type-contract.ts';
import type { DifferenceKind } from './contract.ts';

/**
 * A place where two objects differ. `path`: keys, outermost first. `old`, `new`: undefined for no value.
 * `type`: the value's type changed too.
 */
export type Difference = { path: string[]; kind: DifferenceKind; old: unknown; new: unknown };

type Properties = Readonly<Record<string, unknown>>;

/** Names a place in masks and texts: its keys, joined with dots. */
export const propertyOf = (path: readonly string[]): string => path.join('.');

/**
 * Finds the differences between two sets of properties: objects are compared key by key, lists as a whole. The order of keys does not
 * matter.
 */
export function differencesOf(old: Properties, now: Properties): Difference[] {
  return compare(old, now, []);
}

function compare(old: Properties, now: Properties, path: string[]): Difference[] {
  const keys = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...keys].flatMap((key): Difference[] => {
    const at = [...path, key];
    if (!Object.hasOwn(old, key)) return [{ path: at, kind: 'added', old: undefined, new: now[key] }];
    if (!Object.hasOwn(now, key)) return [{ path: at, kind: 'removed', old: old[key], new: undefined }];
    const pair = { old: old[key], new: now[key] };
    if (isJsonObject(pair.old) && isJsonObject(pair.new)) return compare(pair.old, pair.new, at);
    if (isSame(pair.old, pair.new)) return [];
    return [{ path: at, kind: propertyTypeOf(pair.old) === propertyTypeOf(pair.new) ? 'value' : 'type', ...pair }];
  });
}

/** Compares JSON values; keys may come in any order. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, index) => isSame(each, other[index]));
  return isJsonObject(one) && isJsonObject(other) && compare(one, other, []).length === 0;
}
