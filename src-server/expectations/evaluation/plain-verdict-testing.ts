import { expect } from 'vitest';
import { distanceOf } from '../../events/expected-count/differences.ts';
import { isSdkProperty } from '../../events/sdk-property-contract.ts';
import { createSchemas } from '../../properties/json-schema.ts';
import { type ExpectedCount, maxListedMatches, type Rule } from '../contract.ts';
import { compileRule, type RuleContext, type WholeEvent } from './conditions.ts';
import { isBefore, type Place } from './place.ts';

const schemaOf = createSchemas();

export function holds(count: ExpectedCount, found: number): boolean {
  if ('exactly' in count) return found === count.exactly;
  if ('at_least' in count) return found >= count.at_least;
  return found <= ('at_most' in count ? count.at_most : 0);
}

function firstsOf(name: string | null, events: readonly WholeEvent[]): Map<number, Place> {
  const named = events.filter(({ event }) => event === name).toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
  return new Map(named.toReversed().map((event) => [event.personId, event]));
}

/** Returns the context for a rule that is evaluated over these events, of a test run that started at 0. */
export const contextOf = (rule: Rule, events: readonly WholeEvent[]): RuleContext => ({
  startedAt: 0,
  schemaOf,
  firsts: firstsOf(rule.after, events),
  now: () => 0,
});

/** Evaluates a rule over all events, each by itself in the order of their timestamps. */
export function plainVerdict(rule: Rule, sent: readonly WholeEvent[]) {
  const events = sent.toSorted((one, other) => one.timestamp - other.timestamp || one.id - other.id);
  const conditions = compileRule(rule, contextOf(rule, events));
  const all = events
    .filter(({ event }) => event === rule.event)
    .map((event) => ({ event, missed: conditions.filter(({ test }) => !test(event)) }));
  const matches = all.filter(({ missed }) => missed.length === 0).map(({ event }) => event);
  const keys = matches.map((event) => keyOf(event, rule.unique));
  const repeat = matches.find((_, index) => keys[index] !== undefined && keys.indexOf(keys[index]) < index);
  const status = holds(rule.count, matches.length) && repeat === undefined ? 'passed' : 'failed';
  const fewest = Math.min(...all.flatMap(({ missed }) => (missed.length > 0 ? [missed.length] : [])));
  const near = all
    .filter(({ missed }) => missed.length === fewest)
    .slice(-5)
    .map(({ event, missed }) => ({
      uuid: event.uuid,
      differences: missed.flatMap(({ differences }) => differences(event)),
    }))
    .toReversed()
    .toSorted((one, other) => distanceOf(one.differences) - distanceOf(other.differences));
  const isTooFew = matches.length < minOf(rule.count);
  const repeated = repeat && { uuid: repeat.uuid, differences: [expect.objectContaining({ wanted: 'unique' })] };
  return {
    status,
    found: matches.length,
    matches: matches.map(({ uuid }) => uuid).slice(0, maxListedMatches),
    surplus: matches.filter((_, index) => isTooMany(rule.count, index + 1)).map(({ uuid }) => uuid),
    nearest: (isTooFew ? near[0] : undefined) ?? repeated ?? null,
  };
}

function minOf(count: ExpectedCount): number {
  if ('exactly' in count) return count.exactly;
  return 'at_least' in count ? count.at_least : 0;
}

function isTooMany(count: ExpectedCount, found: number): boolean {
  return !('at_least' in count) && !holds('exactly' in count ? { at_most: count.exactly } : count, found);
}

/** Returns the values that no two matches may share, as text. */
function keyOf({ distinctId, properties }: WholeEvent, unique: Rule['unique']): string | undefined {
  if (unique === null) return undefined;
  if ('property' in unique) return JSON.stringify(properties()[unique.property]);
  return JSON.stringify([
    distinctId,
    Object.entries(properties())
      .filter(([key]) => !isSdkProperty(key))
      .sort(),
  ]);
}
