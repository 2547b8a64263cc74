import { isJsonObject, type JsonObject } from '../core/contract.ts';
import { typeWords } from '../core/json/json-type-contract.ts';
import { maxStoredProperties } from '../core/limits-contract.ts';
import { quoteSent } from '../core/text/quote-sent.ts';
import type { PersonWarning } from './contract.ts';

export type Stored = { properties: JsonObject; json: string };

/** `$set_once` (missing keys only), `$set`, `$unset`, applied in this order. */
export type Changes = { once?: unknown; set?: unknown; unset?: unknown };

/**
 * Applies an event's changes. `omitted`: keys that keep their old value because the new one would exceed `maxStoredProperties`.
 * Costs as much as the changes, not as all properties.
 */
export function changeStored(current: Stored, changes: Changes): { stored: Stored; omitted: string[] } {
  const next = new Map(Object.entries(current.properties));
  const unset = new Set(unsetKeys(changes.unset));
  const omitted = new Set<string>();
  let size = current.json.length;
  let isChanged = false;
  const put = (key: string, value: unknown) => {
    const before = next.get(key);
    if (unset.has(key) || (before !== undefined && isSame(before, value))) return;
    const added = sizeOf(key, value) - (before === undefined ? 0 : sizeOf(key, before));
    if (added > 0 && size + added > maxStoredProperties) {
      omitted.add(key);
      return;
    }
    next.set(key, value);
    omitted.delete(key);
    size += added;
    isChanged = true;
  };
  for (const key of unset) {
    if (!next.has(key)) continue;
    size -= sizeOf(key, next.get(key));
    next.delete(key);
    isChanged = true;
  }
  for (const [key, value] of entries(changes.once)) if (!next.has(key)) put(key, value);
  for (const [key, value] of entries(changes.set)) put(key, value);
  if (!isChanged) return { stored: current, omitted: [...omitted] };
  const properties = Object.fromEntries(next);
  return { stored: { properties, json: JSON.stringify(properties) }, omitted: [...omitted] };
}

/** Warns about values that were not stored; the event still has them. */
export function tooLarge(owner: 'person' | 'group', omitted: string[]): PersonWarning {
  const names = omitted.slice(0, 3).map(quoteSent);
  const more = omitted.length > names.length ? ` and ${omitted.length - names.length} more` : '';
  const limit = `${maxStoredProperties / 1024} KiB of properties`;
  return {
    code: 'properties_too_large',
    detail: `A ${owner} keeps at most ${limit}; ${names.join(', ')}${more} did not fit. The event itself is stored in full.`,
  };
}

/** Warns about changes, such as `$set`, that are no object. */
export const notObject = (name: string, sent: unknown): PersonWarning => ({
  code: 'set_not_object',
  detail: `${name} was ${typeWords(sent)}, not an object. It was not applied.`,
});

/** Returns the characters of a member with its colon and comma. */
const sizeOf = (key: string, value: unknown) => JSON.stringify(key).length + JSON.stringify(value).length + 2;

const entries = (value: unknown) => (isJsonObject(value) ? Object.entries(value) : []);

const unsetKeys = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((key) => typeof key === 'string') : entries(value).map(([key]) => key);

function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  return typeof left === 'object' && typeof right === 'object' && JSON.stringify(left) === JSON.stringify(right);
}
