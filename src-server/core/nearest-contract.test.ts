import { expect, test } from 'vitest';
import { nearestName } from './nearest-contract.ts';

const names = ['order placed', '$pageview', 'Signed Up', 'order canceled'];

test.each([
  ['order placd', 'order placed'],
  ['orderPlaced', 'order placed'],
  ['pageview', '$pageview'],
  ['signed_up', 'Signed Up'],
  ['canceled', 'order canceled'],
  ['refund', null],
  ['$', null],
  ['', null],
])('the nearest name to “%s” is %s', (wanted, name) => {
  expect(nearestName(wanted, names)).toBe(name);
});

test('an overlong name has no nearest name', () => {
  expect(nearestName(`order placed${'!'.repeat(1000)}`, names)).toBeNull();
});
