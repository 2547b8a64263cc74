import { expect, it } from 'vitest';
import { daysCsv, isBackwards, rangeOf, spanOf } from './days.ts';

const now = Date.parse('2026-03-01T00:30:00+02:00');

it('counts the last days in UTC, today among them', () => {
  expect(rangeOf({}, now)).toEqual({ date_from: '2026-01-30', date_to: '2026-02-28' });
  expect(rangeOf({ span: '7' }, now)).toEqual({ date_from: '2026-02-22', date_to: '2026-02-28' });
});

it('all time has neither a first nor a last day', () => {
  expect(rangeOf({ span: 'all' }, now)).toEqual({});
});

it('chosen days replace a span, also with one end open', () => {
  expect(spanOf({ span: '7', from: '2026-01-01' })).toBeNull();
  expect(rangeOf({ span: '7', from: '2026-01-01' }, now)).toEqual({ date_from: '2026-01-01' });
});

it('knows when the last day is before the first', () => {
  expect(isBackwards({ from: '2026-02-02', to: '2026-02-01' })).toBe(true);
  expect(isBackwards({ from: '2026-02-01', to: '2026-02-01' })).toBe(false);
  expect(isBackwards({ from: '2026-02-01' })).toBe(false);
});

it('writes the days as CSV, a line each', () => {
  expect(daysCsv([{ date: '2026-02-01', count: 12, people_count: 3 }])).toBe(
    'date,matches,people\r\n2026-02-01,12,3\r\n',
  );
});
