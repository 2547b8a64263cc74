import { expect, test } from 'vitest';
import { missedConditionWords, nearestInShort } from './difference-words.ts';

type Difference = Parameters<typeof missedConditionWords>[0];
const total = { path: 'properties.total', property: { of: 'event', key: 'total' } } as const;

test.each<[Partial<Difference>, string]>([
  [{ ...total, comparison: { operator: 'gt', value: 5 } }, 'total greater than "5"'],
  [{ ...total, types: { wanted: ['integer'], got: 'string' } }, 'total is a whole number'],
  [{ ...total, types: { wanted: ['number', 'null'], got: 'string' } }, 'total is a number or null'],
  [{ ...total, wanted: 'one of ["USD"]' }, 'total one of ["USD"]'],
  [{ path: 'event', comparison: { operator: 'exact', value: 'buy' } }, 'Event name equals "buy"'],
  [{ path: 'properties', wanted: 'unique' }, 'Properties unique'],
])('%j is worded as "%s"', (difference, sentence) => {
  const { name, wanted } = missedConditionWords({ path: '', wanted: '', got: null, nearest: null, ...difference });
  expect(`${name} ${wanted}`).toBe(sentence);
});

test('a nearest miss of the order says which event is missing', () => {
  const after = { path: 'after', wanted: '"login" of the same person before it', got: null, nearest: null };
  const nearest = { differences: [after, after] } as unknown as Parameters<typeof nearestInShort>[0];
  expect(nearestInShort(nearest)).toBe('Nearest miss: no "login" of the same person before it, and 1 more.');
});
