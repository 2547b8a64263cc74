import { describe, expect, test } from 'vitest';
import { valueFormats } from '#server/experiments/metrics/kind-contract.ts';
import {
  differenceText,
  liftIntervalText,
  liftText,
  pText,
  valueText,
} from '#server/experiments/results/words/result-text-contract.ts';
import { chanceText, differenceIntervalText, exactText, liftTick, shareText } from './results-numbers.ts';

const share = 'conversion';
const count = 'mean_count';

describe('numbers', () => {
  test.each([
    [valueText(share, 0.1234, [0.1, 0.15]), '12.3%'],
    [valueText(share, 0.12345, [0.1231, 0.1238]), '12.345%'],
    [valueText(share, 0, [0, 0.03]), '0.0%'],
    [valueText(count, 1.2345, [1, 1.5]), '1.23'],
    [valueText(count, 1234.5678, [1200, 1270]), '1,234.57'],
    [valueFormats[share].interval([0.101, 0.147]), '10.1 to 14.7%'],
    [valueFormats[count].interval([1.021, 1.462]), '1.02 to 1.46'],
    [liftText(0.1234, [-0.02, 0.225]), '+12.3%'],
    [liftText(-0.04, [-0.2, 0.1]), '−4.0%'],
    [liftText(-0.00001, [-0.2, 0.1]), '0.0%'],
    [liftText(3.1, [-0.4, 9]), '+310%'],
    [liftText(null, null), '–'],
    [liftIntervalText([-0.021, 0.225]), '−2.1 to +22.5%'],
    [liftIntervalText(null), '–'],
    [differenceText(share, 0.014, [0, 0.03]), '+1.4 points'],
    [differenceText(count, -0.125, [-0.2, 0.1]), '−0.13'],
    [differenceIntervalText(share, [-0.002, 0.03]), '−0.2 to +3.0 points'],
    [differenceIntervalText(count, [-0.1, 0.2]), '−0.10 to +0.20'],
    [shareText(1, 8), '12.5%'],
    [shareText(0, 0), '–'],
    [liftTick(0.2), '+20%'],
    [liftTick(0), '0%'],
    [liftTick(-0.025), '−2.5%'],
    [valueFormats[share].tick(0.11, 0.06), '11%'],
    [valueFormats[count].tick(1.45, 0.2), '1.45'],
  ])('%s is written as %s', (text, expected) => expect(text).toBe(expected));

  test('a chance is never written as certain', () => {
    const shown = (chance_to_win: number) => chanceText({ shrunken: { lift: 0, interval: [0, 0], chance_to_win } });
    expect([1, 0.9995, 0.982, 0.0004, 0].map(shown)).toEqual(['> 99.9%', '> 99.9%', '98.2%', '< 0.1%', '< 0.1%']);
    expect([{ shrunken: null }, null].map(chanceText)).toEqual(['–', '–']);
  });

  test('a small p-value keeps the digits that separate it from the limit', () => {
    expect([0.0344, 0.0004, 1e-9].map(pText)).toEqual(['0.034', '0.0004', '< 0.0001']);
  });

  test('the working shows the digits that a second calculation is compared with', () => {
    expect([1234, 0.1169673, 1.5499e-6, -2.5].map(exactText)).toEqual(['1,234', '0.116967', '1.5499e−6', '−2.5']);
  });
});
