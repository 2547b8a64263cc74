import { expect, test } from 'vitest';
import { usageBands } from './usage.ts';

const usage = (totals: Record<string, number>) => ({ interval_seconds: 60, totals, series: [] });

test('values are stacked from the variants to off, without those never served', () => {
  const totals = { false: 4, gone: 1, test: 2, control: 3, other: 0 };
  expect(usageBands(usage(totals), ['control', 'test', 'other'])).toEqual([
    { text: 'control', total: 3, share: 0.3 },
    { text: 'test', total: 2, share: 0.2 },
    { text: 'gone', total: 1, share: 0.1 },
    { text: 'false', total: 4, share: 0.4 },
  ]);
});

test('usage without answers has no bands', () => {
  expect(usageBands(usage({ true: 0, false: 0 }), [])).toEqual([]);
});
