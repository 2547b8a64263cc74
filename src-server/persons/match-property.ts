import { RE2JS } from 're2js';
import type { JsonObject } from '../http/contract.ts';
import { parseTime } from '../http/time.ts';
import type { PropertyFilter } from './contract.ts';

export type PropertyTest = (properties: JsonObject) => boolean;

/** The regex of a filter is not RE2; the message says where. */
export class InvalidRegexError extends Error {}

/**
 * The one meaning of a property condition (decisions 3, "Operators"). Compiled once, pure, linear in the length of the value.
 * A missing key fails every operator but the negatives and `is_not_set`. `exact` compares as text without regard to case, as
 * the SDKs' local evaluation does (@posthog/core, featureFlagLocalEvaluation). Throws InvalidRegexError.
 */
export function compileProperty(filter: PropertyFilter): PropertyTest {
  const { key, operator } = filter;
  if (operator === 'is_set') return (properties) => isThere(properties, key);
  if (operator === 'is_not_set') return (properties) => !isThere(properties, key);
  const negated = positives[operator];
  const test = compileValue(negated ?? operator, filter.value);
  return (properties) => {
    if (!isThere(properties, key)) return negated !== undefined;
    return test(properties[key]) !== (negated !== undefined);
  };
}

const positives: { [operator: string]: PropertyFilter['operator'] } = {
  is_not: 'exact',
  not_icontains: 'icontains',
  not_regex: 'regex',
};

const isThere = (properties: JsonObject, key: string) =>
  Object.hasOwn(properties, key) && properties[key] !== null && properties[key] !== undefined;

function compileValue(operator: PropertyFilter['operator'], wanted: unknown): (value: unknown) => boolean {
  switch (operator) {
    case 'icontains': {
      const text = asText(wanted).toLowerCase();
      return (value) => asText(value).toLowerCase().includes(text);
    }
    case 'regex': {
      const regex = compileRegex(asText(wanted));
      return (value) => regex.matcher(asText(value)).find();
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return compileNumber(operator, wanted);
    case 'is_date_exact':
    case 'is_date_before':
    case 'is_date_after':
      return compileDate(operator, wanted);
    default: {
      const texts = new Set((Array.isArray(wanted) ? wanted : [wanted]).map((item) => asText(item).toLowerCase()));
      return (value) => texts.has(asText(value).toLowerCase());
    }
  }
}

function compileRegex(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw new InvalidRegexError((error as Error).message);
  }
}

function compileNumber(operator: 'gt' | 'gte' | 'lt' | 'lte', wanted: unknown): (value: unknown) => boolean {
  const limit = asNumber(wanted);
  if (Number.isNaN(limit)) return () => false;
  if (operator === 'gt') return (value) => asNumber(value) > limit;
  if (operator === 'gte') return (value) => asNumber(value) >= limit;
  if (operator === 'lt') return (value) => asNumber(value) < limit;
  return (value) => asNumber(value) <= limit;
}

/** `is_date_exact` is the same day in UTC where a day is asked for, else the same instant. */
function compileDate(operator: string, wanted: unknown): (value: unknown) => boolean {
  const text = asText(wanted).trim();
  const limit = asTime(wanted);
  if (limit === undefined) return () => false;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return (value) => {
    const time = asTime(value);
    if (time === undefined) return false;
    if (operator === 'is_date_before') return time < limit;
    if (operator === 'is_date_after') return time > limit;
    return isDay ? Math.floor(time / 86_400_000) === Math.floor(limit / 86_400_000) : time === limit;
  };
}

function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function asNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

function asTime(value: unknown): number | undefined {
  return typeof value === 'number' ? value : parseTime(asText(value));
}
