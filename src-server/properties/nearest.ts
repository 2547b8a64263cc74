import type { JsonObject } from '../core/contract.ts';
import { ownValue } from '../core/json/own-value.ts';
import { maxShownText } from '../core/limits-contract.ts';
import { InvalidFilterError } from './compile-value.ts';
import type { PropertyFilter } from './contract.ts';
import { compileProperty } from './match-property.ts';
import type { PropertyMiss } from './nearest-contract.ts';
import { operators } from './operators.ts';

/** Longer texts are not compared. */
export const maxComparedLength = 10_000;

/** Describes a trivial difference (case, white space, a part of it), or returns null. */
export function nearText(wanted: string, seen: string | null): PropertyMiss | null {
  if (seen === null || wanted === seen || seen.length > maxComparedLength) return null;
  const difference = differenceOf(wanted, seen);
  return difference === null ? null : { kind: 'text', difference, seen };
}

function differenceOf(wanted: string, seen: string) {
  if (wanted.toLowerCase() === seen.toLowerCase()) return 'case';
  if (tight(wanted) === tight(seen)) return 'space';
  if (tight(wanted).toLowerCase() === tight(seen).toLowerCase()) return 'case_and_space';
  return wanted.trim() !== '' && seen.includes(wanted) ? 'longer' : null;
}

const tight = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Finds the smallest change that makes a property condition match: value, operator, key or owner. */
export function nearestProperty(
  filter: PropertyFilter,
  properties: JsonObject,
  others: JsonObject,
): PropertyMiss | null {
  const { key, value, operator } = filter;
  const seen = ownValue(properties, key);
  if (seen === undefined) {
    const meant = tight(key).toLowerCase();
    const similar = Object.keys(properties).find(
      (each) => each.length <= maxShownText && tight(each).toLowerCase() === meant,
    );
    if (similar !== undefined) return { kind: 'key', key: similar };
    if (!isMatchOn(filter, others) || ownValue(others, key) === undefined) return null;
    return { kind: 'owner', of: filter.type === 'person' ? 'event' : 'person' };
  }
  const isText = typeof seen === 'string' && typeof value === 'string' && operator === 'exact';
  const near = isText ? nearText(value, seen) : null;
  if (near?.kind === 'text' && near.difference !== 'longer') return near;
  const other = operators[operator].near.find((each) => isMatchOn({ ...filter, operator: each }, properties));
  return other === undefined ? near : { kind: 'operator', operator: other };
}

function isMatchOn(filter: PropertyFilter, properties: JsonObject): boolean {
  try {
    return compileProperty(filter)(properties);
  } catch (error) {
    if (error instanceof InvalidFilterError) return false;
    throw error;
  }
}
