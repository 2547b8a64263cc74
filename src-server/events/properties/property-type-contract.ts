import { jsonTypeOf } from '../../core/json/json-type-contract.ts';
import type { PropertyType } from '../filters/filter-contract.ts';

/** Returns the type of a property's value. */
export function propertyTypeOf(value: unknown): PropertyType {
  const type = jsonTypeOf(value);
  return type === 'array' ? 'list' : type;
}
