import { createRequire } from 'node:module';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../core/contract.ts';
import { InvalidFilterError } from '../../properties/compile-value.ts';
import { type PropertyOperator, propertyOperator } from '../../properties/contract.ts';
import { compileProperty } from '../../properties/match-property.ts';
import { situation } from '../../properties/match-situations-testing.ts';
import type { FlagProperty } from '../contract.ts';
import { sdkConditions } from './sdk-conditions.ts';

afterEach(() => {
  vi.useRealTimers();
});

type SdkMatch = (property: object, values: JsonObject, options: { propertyMatchingVersion: 2 }) => boolean;
const { matchFeatureFlagProperty } = createRequire(createRequire(import.meta.url).resolve('posthog-node'))(
  '@posthog/core',
) as { matchFeatureFlagProperty: SdkMatch };

/** Matches all conditions as posthog-node does on its own; undefined where it asks the server instead. */
function sdkMatches(filter: FlagProperty, properties: JsonObject): boolean | undefined {
  const results = sdkConditions(filter).map((condition) => {
    try {
      return matchFeatureFlagProperty(condition, properties, { propertyMatchingVersion: 2 });
    } catch {
      return undefined;
    }
  });
  if (results.includes(false)) return false;
  return results.includes(undefined) ? undefined : true;
}

/** Names the intended exception of `match-property.ts` that explains a difference. */
function exceptionOf(operator: PropertyOperator, wanted: unknown, actual: unknown): string | undefined {
  if (Array.isArray(actual) && actual.length === 1 && /^(exact|is_not|[gl]te?)$/.test(operator)) return 'list of one';
  if (operator.endsWith('regex') && /\\s/i.test(String(wanted)) && String(actual).includes('\v')) return 'vertical tab';
  return undefined;
}

test('local evaluation in posthog-node of the conditions that it is sent gives the same results', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const seen = { alike: 0, undecided: 0, refused: 0, 'list of one': 0, 'vertical tab': 0 } as Record<string, number>;
  const truths = new Map<string, Set<boolean>>(propertyOperator.options.map((operator) => [operator, new Set()]));
  const count = (kind: string) => {
    seen[kind] = (seen[kind] ?? 0) + 1;
  };
  fc.assert(
    fc.property(situation, ({ filter, properties, clock }) => {
      vi.setSystemTime(clock);
      const theirs = sdkMatches(filter, properties);
      if (theirs === undefined) return count('undecided');
      let ours: boolean;
      try {
        ours = compileProperty(filter, () => clock)(properties);
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidFilterError);
        return count('refused');
      }
      const exception = exceptionOf(filter.operator, filter.value, properties.key);
      if (exception !== undefined) return count(exception);
      expect(ours).toBe(theirs);
      truths.get(filter.operator)?.add(ours);
      count('alike');
    }),
    { numRuns: 20_000 },
  );
  expect(seen.alike).toBeGreaterThan(10_000);
  expect(seen['list of one']).toBeLessThan(150);
  expect(seen['vertical tab']).toBeLessThan(50);
  for (const [operator, results] of truths) {
    expect([operator, ...results].length, operator).toBe(operator === 'is_set' || operator === 'is_not_set' ? 2 : 3);
  }
});
