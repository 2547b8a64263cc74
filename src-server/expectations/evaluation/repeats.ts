import { createHash } from 'node:crypto';
import { sortedJson } from '../../core/json/json.ts';
import { withNested } from '../../events/nested-property.ts';
import type { NearestEvent } from '../../events/number/nearest-contract.ts';
import { shownValue } from '../../properties/compile-value.ts';
import type { Rule } from '../contract.ts';
import type { Observed } from './conditions.ts';

/** Longer keys are hashed: a test run may have 100,000 of them. */
const maxKeyLength = 64;

/** Returns a function that finds an event which repeats what no two events may have in common. */
export function repeatsOf(unique: NonNullable<Rule['unique']>): (event: Observed) => NearestEvent | null {
  const seen = new Set<string>();
  return (event) => {
    const { path, value } = 'property' in unique ? ofProperty(event, unique.property) : ofWhole(event);
    if (value === undefined) return null;
    const key = keyOf(value);
    const isRepeat = seen.has(key);
    seen.add(key);
    const difference = { path, wanted: 'unique', got: shownValue(value), nearest: null };
    return isRepeat ? { uuid: event.uuid, differences: [difference] } : null;
  };
}

const ofProperty = (event: Observed, key: string) => ({
  path: `properties.${key}`,
  value: withNested(event.properties(), key)[key],
});

function ofWhole(event: Observed) {
  const own = Object.entries(event.properties()).filter(([key]) => !key.startsWith('$'));
  return { path: 'properties', value: { distinct_id: event.distinctId, properties: Object.fromEntries(own) } };
}

function keyOf(value: unknown): string {
  const json = sortedJson(value, Number.POSITIVE_INFINITY) ?? '';
  return json.length <= maxKeyLength ? json : createHash('sha256').update(json).digest('base64');
}
