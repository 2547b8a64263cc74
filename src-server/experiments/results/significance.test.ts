import { expect, test } from 'vitest';
import { significanceOf } from './significance.ts';

const good = {
  kind: 'proportion',
  control: { exposures: 100 },
  tests: [{ exposures: 100 }, { exposures: 100 }],
  probabilities: [0.05, 0.5, 0.45],
  expectedLoss: 0.0099,
  pValue: null,
} as const;
const trend = { ...good, kind: 'count', expectedLoss: null, pValue: 0.0499 } as const;

test.each([
  ['all gates passed', good, 'significant'],
  ['all gates of a trend passed', trend, 'significant'],
  ['control is likely the best', { ...good, probabilities: [0.9, 0.06, 0.04] }, 'significant'],
  ['control has too few persons', { ...good, control: { exposures: 99 } }, 'not_enough_exposure'],
  ['one test has too few persons', { ...good, tests: [{ exposures: 100 }, { exposures: 99 }] }, 'not_enough_exposure'],
  [
    'few persons come before all else',
    { ...trend, control: { exposures: 0 }, probabilities: [0.4, 0.3, 0.3], pValue: 1 },
    'not_enough_exposure',
  ],
  ['nobody is likely enough', { ...good, probabilities: [0.11, 0.8, 0.09] }, 'low_win_probability'],
  [
    'a low chance comes before a high loss',
    { ...good, probabilities: [0.5, 0.3, 0.2], expectedLoss: 0.5 },
    'low_win_probability',
  ],
  ['the loss is a percentage point', { ...good, expectedLoss: 0.01 }, 'high_loss'],
  ['a p-value does not help a funnel', { ...good, expectedLoss: 0.02, pValue: 0.001 }, 'high_loss'],
  ['p is 0.05', { ...trend, pValue: 0.05 }, 'high_p_value'],
  ['a loss does not help a trend', { ...trend, pValue: 0.5, expectedLoss: 0 }, 'high_p_value'],
] as const)('%s: the code says so', (_, evidence, code) => {
  expect(significanceOf(evidence)).toBe(code);
});
