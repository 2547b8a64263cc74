import { expect, test } from 'vitest';
import { formatDateTime } from '#server/core/text/dates-contract.ts';
import { formatCount, formatDay, formatPercent, formatShare, formatWeekday } from './format.ts';

const now = Date.parse('2026-12-31T23:59:00Z');

test('a rate keeps its decimals', () => {
  expect([1234, 2.36, 0.5].map(formatCount)).toEqual(['1,234', '2.36', '0.5']);
});

test('a percentage has no space and no trailing zeros', () => {
  expect([0.184, 0.5, 12.345].map((share) => formatPercent(share))).toEqual(['18.4%', '50%', '1,234.5%']);
  expect(formatPercent(0.33333, 2)).toBe('33.33%');
});

test('a share is shown as 0% or 100% only if it is exactly that', () => {
  const shares = [0, 1 / 3, 1, 0.00001, 0.99999];
  expect(shares.map(formatShare)).toEqual(['0%', '33.3%', '100%', '< 0.1%', '> 99.9%']);
});

test('a day of another year shows the year, in UTC', () => {
  expect(formatDay('2026-11-21', now)).toBe('21 Nov');
  expect(formatDay('2027-01-01T00:30:00+01:00', now)).toBe('31 Dec');
  expect(formatDay('2025-11-21', now)).toBe('21 Nov 2025');
  expect(formatWeekday('2026-11-21', now)).toBe('Sat 21 Nov');
  expect(formatWeekday('2025-11-21', now)).toBe('Fri 21 Nov 2025');
});

test('an exact time always shows its year', () => {
  expect(formatDateTime('2026-11-24T11:00:00+01:00')).toBe('24 Nov 2026, 10:00 UTC');
});
