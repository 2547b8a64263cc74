import { maxStoredProperties } from '../core/limits.ts';
import type { JsonObject } from '../http/contract.ts';
import type { PersonWarning } from './contract.ts';

/** Properties of a person or group, and the same as the JSON that is stored. */
export type Stored = { properties: JsonObject; json: string };

/** `$set_once` (only keys that are not there), `$set`, `$unset`, as they were sent; made in this order (decisions 4). */
export type Changes = { once?: unknown; set?: unknown; unset?: unknown };

/** Applies an event's changes. `omitted` are the keys whose new values would take the properties above `maxStoredProperties`. */
export function changeStored(current: Stored, changes: Changes): { stored: Stored; omitted: string[] } {
  const properties = applyChanges(current.properties, changes);
  if (properties === current.properties) return { stored: current, omitted: [] };
  const json = JSON.stringify(properties);
  if (json.length <= Math.max(maxStoredProperties, current.json.length))
    return { stored: { properties, json }, omitted: [] };
  return keepWhatFits(current, properties);
}

/** Tells which values were not kept; the event that brought them still has them. */
export function tooLarge(owner: 'person' | 'group', omitted: string[]): PersonWarning {
  const names = omitted.slice(0, 3).map((key) => `"${key.slice(0, 60)}"`);
  const more = omitted.length > names.length ? ` and ${omitted.length - names.length} more` : '';
  const limit = `${maxStoredProperties / 1024} KiB of properties`;
  return {
    code: 'properties_too_large',
    detail: `A ${owner} keeps at most ${limit}; ${names.join(', ')}${more} did not fit. The event itself is stored whole.`,
  };
}

/** Takes changed values in their order while there is room; a key whose new value does not fit keeps its old one. */
function keepWhatFits(current: Stored, wanted: JsonObject): { stored: Stored; omitted: string[] } {
  const kept = new Map<string, unknown>();
  const changed: string[] = [];
  let size = 2;
  for (const [key, value] of Object.entries(current.properties)) {
    if (!Object.hasOwn(wanted, key)) continue;
    kept.set(key, value);
    size += sizeOf(key, value);
  }
  for (const [key, value] of Object.entries(wanted)) if (!kept.has(key) || kept.get(key) !== value) changed.push(key);
  const omitted: string[] = [];
  for (const key of changed) {
    const before = kept.has(key) ? sizeOf(key, kept.get(key)) : 0;
    const after = size - before + sizeOf(key, wanted[key]);
    if (after > maxStoredProperties && after > size) {
      omitted.push(key);
      continue;
    }
    kept.set(key, wanted[key]);
    size = after;
  }
  const properties = Object.fromEntries(kept);
  return { stored: { properties, json: JSON.stringify(properties) }, omitted };
}

const sizeOf = (key: string, value: unknown) => JSON.stringify(key).length + JSON.stringify(value).length + 2;

/** The properties after the changes, of whatever size; the same object when nothing changed. */
export function applyChanges(current: JsonObject, changes: Changes): JsonObject {
  const next = new Map(Object.entries(current));
  let changed = false;
  const put = (key: string, value: unknown) => {
    if (next.has(key) && isSame(next.get(key), value)) return;
    next.set(key, value);
    changed = true;
  };
  for (const [key, value] of entries(changes.once)) if (!next.has(key)) put(key, value);
  for (const [key, value] of entries(changes.set)) put(key, value);
  for (const key of unsetKeys(changes.unset)) changed = next.delete(key) || changed;
  return changed ? Object.fromEntries(next) : current;
}

const entries = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

const unsetKeys = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((key) => typeof key === 'string') : entries(value).map(([key]) => key);

function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  return typeof left === 'object' && typeof right === 'object' && JSON.stringify(left) === JSON.stringify(right);
}
