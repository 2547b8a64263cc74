import { isRounded } from '#server/core/json/parse-json-contract.ts';
import { propertyTypeOf } from '#server/events/properties/property-type-contract.ts';
import type { WhatIf } from './preview-search.ts';
import { words } from './words.tsx';

export type JsonValue = WhatIf['set'][string];

/** Parses a typed value: JSON where it is, else text. Integers that a number cannot hold are text, and match the same. */
export function readValue(text: string): JsonValue {
  try {
    return JSON.parse(text, (_key, value, { source = '' } = {}) => (isRounded(value, source) ? source : value));
  } catch {
    return text;
  }
}

/** Returns the text that `readValue` reads as this value. */
export function valueText(value: unknown): string {
  return typeof value === 'string' && readValue(value) === value ? value : JSON.stringify(value);
}

export function kindWords(value: JsonValue): string {
  return words.whatIf.kinds[propertyTypeOf(value)];
}

/** Sets a property; one that is as stored is no change. */
export function withProperty(stored: object, { set, unset }: WhatIf, key: string, value: JsonValue): WhatIf {
  const next = withoutChange({ set, unset }, key);
  const isStored = Object.hasOwn(stored, key);
  const before = isStored ? (stored as Record<string, unknown>)[key] : undefined;
  if (isStored && valueText(before) === valueText(value)) return next;
  return { ...next, set: { ...next.set, [key]: value } };
}

/** Removes a property; one that is not stored only loses its change. */
export function withoutProperty(stored: object, whatIf: WhatIf, key: string): WhatIf {
  const next = withoutChange(whatIf, key);
  return Object.hasOwn(stored, key) ? { ...next, unset: [...next.unset, key] } : next;
}

export function withoutChange({ set, unset }: WhatIf, key: string): WhatIf {
  return {
    set: Object.fromEntries(Object.entries(set).filter(([name]) => name !== key)),
    unset: unset.filter((name) => name !== key),
  };
}
