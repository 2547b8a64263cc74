import fc from 'fast-check';
import { expect, test } from 'vitest';
import { earliest, parseTime } from './time-contract.ts';

const noon = Date.UTC(2026, 10, 20, 12);

test.each([
  ['2026-11-20', Date.UTC(2026, 10, 20)],
  ['20261120', Date.UTC(2026, 10, 20)],
  ['2026-11-20T12', noon],
  ['2026-11-20T12Z', noon],
  ['2026-11-20 12', noon],
  ['2026-11-20T12:00', noon],
  ['2026-11-20 12:00:00', noon],
  ['2026-11-20t12:00:00z', noon],
  ['2026-11-20T12:00:00.5Z', noon + 500],
  ['2026-11-20T12:00:00,123456789Z', noon + 123],
  ['20261120T120000Z', noon],
  ['20261120T1200', noon],
  ['20261120 12', noon],
  ['2026-11-20T14:00:00+02:00', noon],
  ['2026-11-20T14:00:00+0200', noon],
  ['2026-11-20T14:00:00+02', noon],
  ['2026-11-20T14+02', noon],
  ['20261120T140000+0200', noon],
  ['2026-11-20T06:30:00-05:30', noon],
  [' 2026-11-20T12:00Z ', noon],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
  ['0001-01-01', earliest],
])('%s is a time', (text, time) => {
  expect(parseTime(text)).toBe(time);
});

test.each([
  '',
  '2026',
  '2026-11',
  '202611',
  '2026-02-29',
  '2026-04-31',
  '20260431',
  '2026-13-01',
  '2026-11-20T',
  '2026-11-20T25:00',
  '2026-11-20T12:60',
  '2026-11-20T12:00+2',
  '2026-1120',
  '0000-12-31',
  '2026-11-20T12:00:00Z and more',
  'yesterday',
  '1760000000',
])('%j is not a time', (text) => {
  expect(parseTime(text)).toBeUndefined();
});

test('every date written as ISO 8601 is parsed to the same instant', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(earliest), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
      (date) => {
        const text = date.toISOString();
        expect(parseTime(text)).toBe(date.getTime());
        expect(parseTime(text.replace('T', ' ').replace('Z', '+00'))).toBe(date.getTime());
        expect(parseTime(text.replaceAll('-', '').replaceAll(':', ''))).toBe(date.getTime());
      },
    ),
  );
});
