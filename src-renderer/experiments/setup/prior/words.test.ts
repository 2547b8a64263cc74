import { expect, test } from 'vitest';
import { spreadText } from './words.ts';

test.each([
  [0.01, '−1% to +1%'],
  [0.3, '−26% to +35%'],
  [3, '−95% to +1,909%'],
])('a prior of %s is said as the lifts that it makes likely', (sd, lifts) => {
  expect(spreadText(sd)).toBe(`0.01–3, by default 0.3. At ${sd}, two of three true lifts are from ${lifts}.`);
});
