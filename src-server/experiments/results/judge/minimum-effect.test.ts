import { expect, test } from 'vitest';
import { exposedAndPaid, inNovember, labForAll } from '../results-testing.ts';

const { lab } = labForAll();

test.each([
  ['a small one that is surely exceeded', 10, 'beyond'],
  ['a fall that is surely exceeded, of a metric that should fall', 10, 'beyond'],
  ['one that no end of the interval reaches', 900, 'below'],
  ['one within the interval', 100, 'open'],
])('the interval is compared with the smallest effect that matters: %s', async (what, minimum_effect, expected) => {
  const key = `effect-${expected}-${what.length}`;
  const isFall = what.includes('fall');
  const benchtop = { minimum_effect, direction: isFall ? 'decrease' : 'increase' };
  const filters = { events: [{ id: 'paid' }], funnel_window_days: 1, benchtop };
  const id = await lab.add({ feature_flag_key: key, start_date: inNovember(1), filters });
  // 20% against 40%.
  const [control, test] = isFall ? [400, 200] : [200, 400];
  await lab.capture(exposedAndPaid({ control: [1000, control], test: [1000, test] }, { flag: key }));
  const { versus } = (await lab.result(id)).variants[1]?.evidence ?? expect.fail();
  const [low, high] = versus?.always_valid_interval ?? expect.fail();
  expect(versus?.minimum_effect).toBe(expected);
  const least = minimum_effect / 100;
  if (expected === 'beyond') expect(Math.min(Math.abs(low), Math.abs(high))).toBeGreaterThan(least);
  if (expected === 'below') expect(Math.max(Math.abs(low), Math.abs(high))).toBeLessThan(least);
  if (expected === 'open') expect(low < least && high > least).toBe(true);
});

test('without a verdict for lack of conversions, it is not decided whether the lift matters', async () => {
  const filters = { events: [{ id: 'paid' }], funnel_window_days: 1, benchtop: { minimum_effect: 5 } };
  const parameters = { recommended_sample_size: 300 };
  const id = await lab.add({ feature_flag_key: 'few', start_date: inNovember(1), filters, parameters });
  await lab.capture(exposedAndPaid({ control: [150, 1], test: [150, 12] }, { flag: 'few' }));
  const { verdict, explanation, variants } = await lab.result(id);
  expect(verdict).toMatchObject({ kind: 'no_clear_difference', rests_on: { basis: 'plan' } });
  expect(verdict.rests_on?.interval?.[0]).toBeGreaterThan(0.05);
  expect(variants[1]?.evidence.versus?.minimum_effect).toBe('open');
  expect(explanation).not.toContain('The lift is beyond');
});
