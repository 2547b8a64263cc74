import { compileNested } from '../../events/nested-property.ts';
import { propertyDifferences, textDifference } from '../../events/number/differences.ts';
import type { Difference } from '../../events/number/nearest-contract.ts';
import type { Owners } from '../../properties/explain.ts';
import type { SchemaOf, SchemaTest } from '../../properties/json-schema.ts';
import type { Rule } from '../contract.ts';

/** An event as rules see it; `receivedAt` in milliseconds UTC. */
export type Observed = Owners & {
  uuid: string;
  event: string;
  distinctId: string;
  personId: number;
  receivedAt: number;
};

/** What an event must meet, and how it differs if it does not. */
export type Condition = { test(event: Observed): boolean; differences(event: Observed): Difference[] };

/** What rules are compiled with. `startedAt`: of the test run, milliseconds UTC; null before its start. */
export type RuleContext = { startedAt: number | null; schemaOf: SchemaOf };

/** Compiles the conditions of a rule on a single event beside its name. Throws InvalidFilterError or InvalidSchemaError. */
export function compileRule(rule: Rule, { startedAt, schemaOf }: RuleContext): Condition[] {
  const { distinct_id: distinctId, properties, schema, within } = rule;
  const conditions: Condition[] = [];
  if (distinctId !== null) {
    conditions.push({
      test: (event) => event.distinctId === distinctId,
      differences: (event) => textDifference('distinct_id', distinctId, event.distinctId),
    });
  }
  if (within !== null && startedAt !== null) conditions.push(arrivesWithin(within, startedAt));
  for (const filter of properties) {
    const test = compileNested(filter);
    conditions.push({
      test: (event) => test(filter.type === 'person' ? event.person() : event.properties()),
      differences: (event) => propertyDifferences([filter], event),
    });
  }
  if (schema !== null) conditions.push(fits(schemaOf(schema)));
  return conditions;
}

const arrivesWithin = (seconds: number, startedAt: number): Condition => ({
  test: ({ receivedAt }) => receivedAt <= startedAt + seconds * 1000,
  differences({ receivedAt }) {
    const got = `${(receivedAt - startedAt) / 1000} s after the start`;
    return [{ path: 'received_at', wanted: `within ${seconds} s of the start`, got, nearest: null }];
  },
});

const fits = ({ test, problems }: SchemaTest): Condition => ({
  test: (event) => test(event.properties()),
  differences: (event) =>
    problems(event.properties()).map(({ path, wanted, got }) => ({
      path: ['properties', ...path].join('.'),
      wanted,
      got,
      nearest: null,
    })),
});
