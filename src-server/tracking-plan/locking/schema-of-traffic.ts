import type { JsonObject } from '../../core/contract.ts';
import { isSdkProperty, sdkPropertyPattern } from '../../events/sdk-property-contract.ts';
import type { PlanProperty } from '../contract.ts';

type Counted = Pick<PlanProperty, 'property' | 'count' | 'types'>;

/**
 * Returns the JSON Schema that counted events fit: the types of each property, properties of every event as required, and no
 * others. Omits SDK properties, which change with the SDK and its version.
 */
export function schemaOfTraffic(events: number, properties: readonly Counted[]): JsonObject {
  const own = properties
    .filter(({ property }) => !isSdkProperty(property))
    .toSorted((one, other) => (one.property < other.property ? -1 : 1));
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ property, types }) => [property, { type: typeOf(types) }])),
    required: own.filter(({ count }) => count === events).map(({ property }) => property),
    patternProperties: { [sdkPropertyPattern]: true },
    additionalProperties: false,
  };
}

function typeOf(types: Counted['types']): string | string[] {
  const [first, ...others] = types.map(({ type }) => type);
  return others.length === 0 ? (first ?? 'null') : [first ?? 'null', ...others];
}
