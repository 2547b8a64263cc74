import { expect, test } from 'vitest';
import { median, quantile, shown, spreadOf } from './numbers.ts';

test('the median of an even number of values is the mean of the middle two', () => {
  expect(median([4, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
});

test('a quantile lies between the two nearest values', () => {
  expect(quantile([10, 20], 0.99)).toBeCloseTo(19.9);
  expect(quantile([5], 0.99)).toBe(5);
});

test('a spread has the lowest and the highest value', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
});

test('a value is shown with fewer decimals the larger it is', () => {
  const values = [12_345.6, 123.45, 12.345, 1.2345, 0.0012345, 0];
  expect(values.map(shown)).toEqual(['12,346', '123', '12.3', '1.23', '0.0012', '0']);
});
