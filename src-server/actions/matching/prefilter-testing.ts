import fc from 'fast-check';
import { InvalidFilterError } from '../../properties/compile-value.ts';
import { propertyOperator } from '../../properties/contract.ts';
import { compileSteps, type Matcher, type StepConditions } from './match.ts';

const keys = ['plan', 'a"b', 'ü', '$current_url', '__proto__'];
const value = fc.oneof(
  fc.constantFrom('pro', '5', '2026-01-31', '-7d', 'https://a.b/cart', '', 'a"b', '\ud800', 5, 0, null, true),
  fc.string({ maxLength: 3, unit: 'binary' }),
);
const given = (...texts: string[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...texts) });
/** A step with conditions of every kind. */
export const generatedStep: fc.Arbitrary<StepConditions> = fc.record({
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
/** An event that a generated step may match. */
export const generatedEvent = fc.record({
  name: fc.constantFrom('buy', 'sell'),
  properties: fc
    .tuple(
      fc.dictionary(fc.constantFrom(...keys), value, { noNullPrototype: true }),
      fc.option(fc.array(element, { maxLength: 2 }), { nil: undefined }),
    )
    .map(([properties, elements]) => ({ ...properties, ...(elements && { $elements: elements }) })),
});

/** Compiles steps; null for invalid ones. */
export function compiledSteps(steps: StepConditions[]): Matcher | null {
  try {
    return compileSteps(steps);
  } catch (error) {
    if (error instanceof InvalidFilterError) return null;
    throw error;
  }
}
