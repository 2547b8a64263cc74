import { createRequire } from 'node:module';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { JsonObject } from '../core/contract.ts';
import { InvalidFilterError } from './compile-value.ts';
import type { PropertyOperator } from './contract.ts';
import { compileProperty } from './match-property.ts';
import { compared, isOrder, situation } from './match-situations-testing.ts';

afterEach(() => {
  vi.useRealTimers();
});

type SdkMatch = (property: object, values: JsonObject, options: { propertyMatchingVersion: 2 }) => boolean;
const { matchFeatureFlagProperty } = createRequire(createRequire(import.meta.url).resolve('posthog-node'))(
  '@posthog/core',
) as { matchFeatureFlagProperty: SdkMatch };

/** Matches as posthog-node does on its own; undefined where it asks the server instead. */
function sdkMatches(filter: object, properties: JsonObject): boolean | undefined {
  try {
    return matchFeatureFlagProperty(filter, properties, { propertyMatchingVersion: 2 });
  } catch {
    return undefined;
  }
}

/** Names the intended exception of `match-property.ts` that explains a difference. */
function exceptionOf(operator: PropertyOperator, wanted: unknown, actual: unknown): string | undefined {
  const isNumber = (value: unknown) =>
    typeof value === 'number' ||
    (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) && !/x/i.test(value));
  if (isOrder(operator) && !isNumber(actual)) return 'no number';
  if (operator.endsWith('regex') && /\\s/i.test(String(wanted)) && String(actual).includes('\v')) return 'vertical tab';
  return undefined;
}

test('local evaluation in posthog-node gives the same results', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const seen = { alike: 0, undecided: 0, refused: 0, 'no number': 0, 'vertical tab': 0 } as Record<string, number>;
  const truths = new Map<string, Set<boolean>>(compared.map((operator) => [operator, new Set()]));
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
  expect(seen['no number']).toBeLessThan(600);
  expect(seen['vertical tab']).toBeLessThan(50);
  for (const [operator, results] of truths) {
    expect([operator, ...results].length, operator).toBe(operator === 'is_set' || operator === 'is_not_set' ? 2 : 3);
  }
});
