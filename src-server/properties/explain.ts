import type { JsonObject } from '../core/contract.ts';
import { clip, jsonStart } from '../core/json/json.ts';
import { maxShownText } from '../core/limits.ts';
import type { PropertyFilter } from './contract.ts';
import { compileProperty } from './match-property.ts';
import { nearestProperty } from './nearest.ts';
import type { PropertyVerdict } from './nearest-contract.ts';

/** The properties of an event and of its person. */
export type Owners = { properties(): JsonObject; person(): JsonObject };

/** Says whether a condition holds, as `compileProperty` does, and else the smallest change with which it would. */
export function explainProperty(filter: PropertyFilter, owners: Owners, words = createWords()): PropertyVerdict {
  const isOfPerson = filter.type === 'person';
  const properties = isOfPerson ? owners.person() : owners.properties();
  const value = properties[filter.key];
  const isMatch = compileProperty(filter)(properties);
  const wanted = filter.value === undefined ? '' : ` ${words(filter.value)}`;
  const others = isOfPerson ? owners.properties : owners.person;
  return {
    field: `${isOfPerson ? 'person' : 'properties'}.${filter.key}`,
    wanted: `${filter.operator}${wanted}`,
    seen: value === undefined ? null : words(value),
    is_match: isMatch,
    nearest: isMatch ? null : nearestProperty(filter, properties, others()),
  };
}

export type Words = (value: unknown) => string;

/** Words values, each object once: many conditions may compare the same one of 200,000 keys. */
export function createWords(): Words {
  const known = new WeakMap<object, string>();
  return (value) => {
    if (typeof value === 'string') return clip(`"${value}"`, maxShownText);
    if (typeof value !== 'object' || value === null) return String(value);
    const text = known.get(value) ?? clip(jsonStart(value, maxShownText + 1), maxShownText);
    known.set(value, text);
    return text;
  };
}
