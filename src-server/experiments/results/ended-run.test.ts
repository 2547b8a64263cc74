import { expect, test } from 'vitest';
import { exposedAndPaid, inNovember, labForEach } from './results-testing.ts';

const { lab } = labForEach();

const variants = (weights: Record<string, number>) =>
  Object.entries(weights).map(([key, rollout_percentage]) => ({ key, name: '', rollout_percentage }));

test.each([
  ['new weights', { control: 0, a: 100, b: 0 }],
  ['a variant less', { control: 1, a: 99 }],
  ['other variants', { control: 50, new: 50 }],
])('a change of the flag after the end does not change the results of the run: %s', async (_, after) => {
  const id = await lab.add({
    start_date: inNovember(11),
    filters: { events: [{ id: 'paid' }], funnel_window_days: 1 },
    parameters: { feature_flag_variants: variants({ control: 34, a: 33, b: 33 }), recommended_sample_size: 450 },
  });
  await lab.capture(exposedAndPaid({ control: [150, 30], a: [150, 50], b: [150, 70] }));
  await lab.change(id, { end_date: inNovember(20) });
  const { computed_at: _at, ...before } = await lab.result(id);
  expect(before.health?.sample_ratio?.state).toBe('ok');
  await lab.changeFlag(id, { filters: { multivariate: { variants: variants(after) } } });
  const { computed_at: _later, ...later } = await lab.result(id);
  expect(later).toEqual(before);
});
