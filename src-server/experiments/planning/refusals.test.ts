import { expect, test } from 'vitest';
import { refused } from '../api-testing.ts';
import { labForAll } from '../results/results-testing.ts';

const { lab } = labForAll();

const common = { kind: 'proportion', baseline: 0.1, weights: [50, 50], people_per_day: 500 };
const paths = [
  ['plan/', { ...common, minimum_detectable_effect: 20 }],
  ['simulated_plan/', { ...common, effect: 20, days: 14, runs: 10 }],
] as const;

test.each<[string, object, string, string]>([
  ['a rollout to nobody', { rollout_percentage: 0 }, 'rollout_percentage', 'above 0'],
  ['the variance of a share', { variance: 0.09 }, 'variance', 'must be omitted'],
  ['a control without weight', { weights: [0, 100] }, 'weights__0', 'above 0'],
  ['a test variant without weight', { weights: [100, 0] }, 'weights__1', 'above 0'],
  ['weights that sum to less than 100', { weights: [50, 20] }, 'weights', 'sum to 100, not 70'],
  ['more people than can be counted with', { people_per_day: 1e308 }, 'people_per_day', 'at most 1000000000;'],
  ['weights that sum to more than 100', { weights: [1e6, 1e-6] }, 'weights__0', 'at most 100'],
])('%s is refused at its field by plan and simulation', async (_, change, field, said) => {
  for (const [path, sent] of paths) {
    const answer = await lab.post(path, { ...sent, ...change });
    expect(answer).toMatchObject(refused('invalid_input', field));
    expect(answer.body).toMatchObject({ detail: expect.stringContaining(said) });
  }
});

test.each([
  ['proportion', {}],
  ['count', {}],
  ['mean', { variance: 1 }],
])('a plan for a decrease to nothing is refused: %s', async (kind, more) => {
  const [path, sent] = paths[0];
  const ask = (minimum_detectable_effect: number) =>
    lab.post(path, { ...sent, kind, ...more, direction: 'decrease', minimum_detectable_effect });
  for (const effect of [100, 120]) {
    const answer = await ask(effect);
    expect(answer).toMatchObject(refused('invalid_input', 'minimum_detectable_effect'));
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('below 100 for a decrease') });
  }
  expect((await ask(99)).status).toBe(200);
});
