import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidFilterError } from '../../properties/compile-value.ts';
import { propertyOperator } from '../../properties/contract.ts';
import { compileSteps, eventSubject, type StepConditions } from './match.ts';
import { prefilterOf } from './prefilter.ts';

const keys = ['plan', 'a"b', 'ü', '$current_url', '__proto__'];
const value = fc.oneof(
  fc.constantFrom('pro', '5', '2026-01-31', '-7d', 'https://a.b/cart', '', 'a"b', '\ud800', 5, 0, null, true),
  fc.string({ maxLength: 3, unit: 'binary' }),
);
const given = (...texts: string[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...texts) });
const step: fc.Arbitrary<StepConditions> = fc.record({
  event: given('buy', 'unknown', ''),
  url: given('https://a.b/cart', '/cart', 'a"b', '\ud800', ''),
  url_matching: fc.constantFrom('contains', 'exact', 'regex'),
  selector: given('a', '.cta'),
  tag_name: given('A', 'button'),
  text: given('Buy', 'a"b', 'ü'),
  href: given('/buy', '/a b'),
  properties: fc.array(
    fc.record({
      key: fc.constantFrom(...keys),
      operator: fc.constantFrom(...propertyOperator.options),
      value: fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 2 })),
      type: fc.constantFrom('event', 'person'),
    }),
    { maxLength: 2 },
  ),
});
const element = fc.record(
  {
    tag_name: fc.constantFrom('a', 'button'),
    $el_text: fc.constantFrom('Buy', 'a"b', 'ü'),
    attr__href: fc.constant('/buy'),
  },
  { requiredKeys: ['tag_name'] },
);
const event = fc.record({
  name: fc.constantFrom('buy', 'sell'),
  properties: fc
    .tuple(
      fc.dictionary(fc.constantFrom(...keys), value, { noNullPrototype: true }),
      fc.option(fc.array(element, { maxLength: 2 }), { nil: undefined }),
    )
    .map(([properties, elements]) => ({ ...properties, ...(elements && { $elements: elements }) })),
});

const ids = new Map([
  ['buy', 1],
  ['sell', 2],
]);

test('an event that the prefilter excludes never matches, whatever the steps', () => {
  const database = new Database(':memory:');
  let excluded = 0;
  let matched = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 2 }), event, (steps, { name, properties }) => {
      const matcher = compiled(steps);
      fc.pre(matcher !== null);
      const { sql, values } = prefilterOf(steps, (wanted) => ids.get(wanted));
      const isKept = database
        .prepare(`SELECT ${sql} FROM (SELECT ? AS name_id, NULL AS current_url, ? AS properties) AS e`)
        .pluck()
        .get(...values, ids.get(name), JSON.stringify(properties));
      const isMatch =
        matcher?.matches(
          eventSubject(
            name,
            () => properties,
            () => ({}),
          ),
        ) ?? false;
      if (isKept === 0) excluded += 1;
      if (isMatch) matched += 1;
      expect(isMatch && isKept === 0).toBe(false);
    }),
    { numRuns: 3000 },
  );
  database.close();
  // Both outcomes occur often.
  expect(Math.min(excluded, matched)).toBeGreaterThan(100);
});

function compiled(steps: StepConditions[]) {
  try {
    return compileSteps(steps);
  } catch (error) {
    if (error instanceof InvalidFilterError) return null;
    throw error;
  }
}
