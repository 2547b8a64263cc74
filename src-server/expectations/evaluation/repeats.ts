import { sortedJson } from '../../core/json/json.ts';
import { ownValue } from '../../core/json/own-value.ts';
import type { MissedCondition } from '../../events/expected-count/nearest-contract.ts';
import { withNested } from '../../events/properties/nested-property.ts';
import { isSdkProperty } from '../../events/sdk-property-contract.ts';
import { shownValue } from '../../properties/compile-value.ts';
import type { Rule } from '../contract.ts';
import { shortKey } from '../short-key.ts';
import type { Observed } from './conditions.ts';
import { isBefore, type Place } from './place.ts';

/** Longer keys are hashed: a test run may have 100,000 of them. */
const maxKeyLength = 64;
/** Estimated memory of a key. */
export const bytesOfKey = 180;

/** Finds the first event that repeats a unique value. Takes events in any order. */
export class Repeats {
  readonly #unique: NonNullable<Rule['unique']>;
  readonly #firsts = new Map<string, Place>();
  first: Place | null = null;

  constructor(unique: NonNullable<Rule['unique']>) {
    this.#unique = unique;
  }

  get size(): number {
    return this.#firsts.size;
  }

  add(event: Observed): void {
    const { value } = this.#partOf(event);
    if (value === undefined) return;
    const key = keyOf(value);
    const place = { timestamp: event.timestamp, id: event.id };
    const known = this.#firsts.get(key);
    const isFirst = known === undefined || isBefore(place, known);
    if (isFirst) this.#firsts.set(key, place);
    const repeat = isFirst ? known : place;
    if (repeat !== undefined && (this.first === null || isBefore(repeat, this.first))) this.first = repeat;
  }

  /** Describes the values that an event repeats. */
  differences(event: Observed): MissedCondition[] {
    const { path, property, value } = this.#partOf(event);
    return [{ path, property, wanted: 'unique', got: shownValue(value), nearest: null }];
  }

  #partOf(event: Observed): Pick<MissedCondition, 'path' | 'property'> & { value: unknown } {
    return 'property' in this.#unique ? ofProperty(event, this.#unique.property) : ofWhole(event);
  }
}

function ofProperty(event: Observed, key: string) {
  const properties = withNested(event.properties(), key);
  return { path: `properties.${key}`, property: { of: 'event', key } as const, value: ownValue(properties, key) };
}

function ofWhole(event: Observed) {
  const own = Object.entries(event.properties()).filter(([key]) => !isSdkProperty(key));
  return { path: 'properties', value: { distinct_id: event.distinctId, properties: Object.fromEntries(own) } };
}

function keyOf(value: unknown): string {
  return shortKey(sortedJson(value, Number.POSITIVE_INFINITY) ?? '', maxKeyLength);
}
