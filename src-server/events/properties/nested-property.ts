import type { JsonObject } from '../../core/contract.ts';
import type { PropertyFilter } from '../../properties/contract.ts';
import { compileProperty, type PropertyTest } from '../../properties/match-property.ts';
import type { PropertyType } from '../filters/filter-contract.ts';
import { propertyTypeOf } from './property-type-contract.ts';

/**
 * Returns the properties with the value that a dotted key names inside an object, under that key. A property whose own name has
 * the dots comes first.
 */
export function withNested(properties: JsonObject, key: string): JsonObject {
  if (!key.includes('.') || Object.hasOwn(properties, key)) return properties;
  const value = valueAt(properties, key);
  return value === undefined ? properties : { [key]: value };
}

/** Lists the properties that hold the value of `withNested` under a key. */
export const nestedKeys = (key: string): string[] => [key, ...key.split('.', 1)];

/** Compiles a condition whose dotted key may also name a value inside an object; `now` as there. Throws InvalidFilterError. */
export function compileNested(filter: PropertyFilter, now?: () => number): PropertyTest {
  const test = compileProperty(filter, now);
  return (properties) => test(withNested(properties, filter.key));
}

export function typeAt(properties: JsonObject, key: string): PropertyType | undefined {
  const value = withNested(properties, key)[key];
  if (value === undefined || (!key.includes('.') && !Object.hasOwn(properties, key))) return undefined;
  return propertyTypeOf(value);
}

const isEnumerable = Object.prototype.propertyIsEnumerable;

function valueAt(properties: JsonObject, key: string): unknown {
  let value: unknown = properties;
  for (const name of key.split('.')) {
    // The length of an array is its own, but not enumerable.
    if (typeof value !== 'object' || value === null || !isEnumerable.call(value, name)) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}
