import { expect, test } from 'vitest';
import { nextSort, sortRows } from './use-sorting.ts';

test.each([
  [undefined, false, 'name'],
  ['name', false, '-name'],
  ['-name', false, undefined],
  ['other', false, 'name'],
  [undefined, true, '-name'],
  ['-name', true, 'name'],
  ['name', true, undefined],
])('pressing the header of a list sorted by %s, greatest first: %s, sorts by %s', (by, isDescendingFirst, next) => {
  expect(nextSort(by, 'name', isDescendingFirst)).toBe(next);
});

test('rows without a value come last in either direction', () => {
  const rows = [3, null, 1, 2];
  expect(sortRows(rows, (row) => row, false)).toEqual([1, 2, 3, null]);
  expect(sortRows(rows, (row) => row, true)).toEqual([3, 2, 1, null]);
  expect(sortRows(['b', 'a', 'C'], (row) => row, false)).toEqual(['a', 'b', 'C']);
});
