import type { JsonObject } from '../core/contract.ts';
import { jsonStart } from '../core/json/json.ts';
import { ownValue } from '../core/json/own-value.ts';
import { maxShownText } from '../core/limits-contract.ts';
import { clip } from '../core/text/clip-contract.ts';
import type { PropertyFilter } from './contract.ts';
import { compileProperty } from './match-property.ts';
import { nearestProperty } from './nearest.ts';
import type { PropertyVerdict } from './nearest-contract.ts';

export type Owners = { properties(): JsonObject; person(): JsonObject };

/** Explains whether a condition holds, as `compileProperty` tests it, and otherwise the smallest change that would make it hold. */
export function explainProperty(filter: PropertyFilter, owners: Owners, words = createWords()): PropertyVerdict {
  const isOfPerson = filter.type === 'person';
  const properties = isOfPerson ? owners.person() : owners.properties();
  const value = ownValue(properties, filter.key);
  const isMatch = compileProperty(filter)(properties);
  const wanted = filter.value === undefined ? undefined : words(filter.value);
  const seen = value === undefined ? undefined : words(value);
  const others = isOfPerson ? owners.properties : owners.person;
  return {
    field: `${isOfPerson ? 'person' : 'properties'}.${filter.key}`,
    property: { of: isOfPerson ? 'person' : 'event', key: filter.key },
    wanted: wanted === undefined ? filter.operator : `${filter.operator} ${wanted.text}`,
    comparison: { operator: filter.operator, value: wanted?.whole },
    seen: seen?.text ?? null,
    seen_value: seen?.whole,
    is_match: isMatch,
    nearest: isMatch ? null : nearestProperty(filter, properties, others()),
  };
}

/** A value as text; `whole`: the value, undefined if its text was cut. */
type Worded = { text: string; whole: unknown };
export type Words = (value: unknown) => Worded;

export const worded = (text: string, value: unknown): Worded => ({
  text: clip(text, maxShownText),
  whole: text.length <= maxShownText ? value : undefined,
});

/** Words values, each object once: many conditions may compare the same one of 200,000 keys. */
export function createWords(): Words {
  const known = new WeakMap<object, Worded>();
  return (value) => {
    if (typeof value === 'string') return worded(`"${value}"`, value);
    if (typeof value !== 'object' || value === null) return worded(String(value), value);
    const found = known.get(value) ?? worded(jsonStart(value, maxShownText + 1), value);
    known.set(value, found);
    return found;
  };
}
