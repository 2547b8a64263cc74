import { expect, test } from 'vitest';
import { cellsOf } from './cells.ts';
import { kindCells } from './kind-cells.ts';
import { measureKind } from './kinds.ts';
import { measure } from './measure.ts';
import { otherRates } from './others.ts';
import { missesOf } from './report.ts';

// A tenth of the runs of a few situations of `npm run audit:statistics`: enough to detect a wrong rule.
const few = cellsOf([2, 5]).filter(
  ({ variants, behavior, split }) =>
    (variants === 2) === (split.name === '90/10') &&
    split.name !== '99/1' &&
    ['funnel 10%', 'trend, variance 20 × mean'].includes(behavior.name),
);

test.each(few.map((cell, index) => ({ cell, index })))(
  'error rates of verdicts, intervals and plans are within their limits: %o',
  ({ cell, index }) => {
    expect(missesOf(measure(cell, 7000 * index + 1, 0.1))).toEqual([]);
  },
);

const fewKinds = kindCells.filter(
  ({ behavior: { kind }, people, split }) =>
    (kind === 'mean' && people.length === 5 && split === '90/10') ||
    (kind === 'ratio' && people.length === 2 && split === 'even'),
);

test.each(fewKinds.map((cell, index) => ({ cell, index })))(
  'so are those of means with negative values and of ratios: %o',
  ({ cell, index }) => {
    expect(missesOf(measureKind(cell, 8000 * index + 1, 0.1))).toEqual([]);
  },
);

test('the other rates can be passed between threads', () => {
  const rates = otherRates(0.001);
  expect(structuredClone(rates)).toEqual(rates);
});
