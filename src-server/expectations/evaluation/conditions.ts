import { propertyDifferences, textDifference } from '../../events/expected-count/differences.ts';
import type { MissedCondition } from '../../events/expected-count/nearest-contract.ts';
import { compileNested } from '../../events/properties/nested-property.ts';
import type { Owners } from '../../properties/explain.ts';
import type { SchemaOf, SchemaTest } from '../../properties/json-schema.ts';
import type { Rule } from '../contract.ts';
import { isBefore, type Place } from './place.ts';

/**
 * An event as rules see it; `receivedAt` in milliseconds UTC. `properties` has at least those that its rules read. `findUuid`:
 * undefined if the event was deleted.
 */
export type Observed = Place &
  Owners & { distinctId: string; personId: number; receivedAt: number; findUuid(): string | undefined };
export type WholeEvent = Observed & { event: string; uuid: string };

export type RuleCondition = { test(event: Observed): boolean; differences(event: Observed): MissedCondition[] };

export type FirstByPerson = ReadonlyMap<number, Place>;

/**
 * The context of compiling rules. `startedAt`: of the test run, milliseconds UTC; null before its start. `firsts`: of the event
 * `after`. `now`: milliseconds UTC, for dates like "-7d".
 */
export type RuleContext = {
  startedAt: number | null;
  schemaOf: SchemaOf;
  firsts: FirstByPerson | null;
  now(): number;
};

/** Compiles the conditions of a rule on a single event beside its name. Throws InvalidFilterError or InvalidSchemaError. */
export function compileRule(rule: Rule, { startedAt, schemaOf, firsts, now }: RuleContext): RuleCondition[] {
  const { distinct_id: distinctId, properties, schema, within, after } = rule;
  const conditions: RuleCondition[] = [];
  if (distinctId !== null) {
    conditions.push({
      test: (event) => event.distinctId === distinctId,
      differences: (event) => textDifference('distinct_id', distinctId, event.distinctId),
    });
  }
  if (within !== null && startedAt !== null) conditions.push(arrivesWithin(within, startedAt));
  for (const filter of properties) {
    const test = compileNested(filter, now);
    conditions.push({
      test: (event) => test(filter.type === 'person' ? event.person() : event.properties()),
      differences: (event) => propertyDifferences([filter], event),
    });
  }
  if (schema !== null) conditions.push(fits(schemaOf(schema)));
  if (after !== null) conditions.push(follows(after, firsts ?? new Map()));
  return conditions;
}

const arrivesWithin = (seconds: number, startedAt: number): RuleCondition => ({
  test: ({ receivedAt }) => receivedAt <= startedAt + seconds * 1000,
  differences({ receivedAt }) {
    const got = `${(receivedAt - startedAt) / 1000} s after the start`;
    return [{ path: 'received_at', wanted: `within ${seconds} s of the start`, got, nearest: null }];
  },
});

const fits = ({ test, problems }: SchemaTest): RuleCondition => ({
  test: (event) => test(event.properties()),
  differences: (event) =>
    problems(event.properties()).map(({ path, wanted, got, types }) => ({
      path: ['properties', ...path].join('.'),
      property: path.length === 0 ? undefined : { of: 'event', key: path.join('.') },
      wanted,
      types,
      got,
      nearest: null,
    })),
});

function follows(after: string, firsts: FirstByPerson): RuleCondition {
  const difference = { path: 'after', wanted: `"${after}" of the same person before it`, got: null, nearest: null };
  return {
    test(event) {
      const first = firsts.get(event.personId);
      return first !== undefined && isBefore(first, event);
    },
    differences: () => [difference],
  };
}
