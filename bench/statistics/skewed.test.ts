import { expect, test } from 'vitest';
import { errorOf, limits } from './limits.ts';
import { shops, skewedRates } from './skewed.ts';

const runs = 1000;
const most = 1 - limits.coverage[0];
const small = shops.filter(({ people: [control, tested] }) => control + tested <= 1000);

test.each(small.map((shop, index) => ({ shop, index })))(
  'intervals of the lift of few people with a heavy tail miss as seldom as others: %o',
  ({ shop, index }) => {
    expect(skewedRates(shop, runs, 9000 + index).misses).toBeLessThan(most + 3 * errorOf(most, runs));
  },
);
