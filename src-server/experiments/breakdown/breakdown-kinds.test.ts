import { expect, test } from 'vitest';
import { called, did, inNovember, labForAll } from '../results/results-testing.ts';
import { breakdown } from './breakdown-contract.ts';

const { lab } = labForAll();
const paid = { events: [{ id: 'paid' }] };

/**
 * Runs an experiment with two people of each plan a variant. They come back two days later and spend 10 and 20, of one and three
 * items; in test twice as much.
 */
async function ran(key: string, benchtop: object): Promise<number> {
  const id = await lab.add({
    feature_flag_key: key,
    start_date: inNovember(1),
    end_date: inNovember(20),
    filters: { ...paid, benchtop },
  });
  const batch = ['free', 'team'].flatMap((plan) =>
    ['control', 'test'].flatMap((variant) =>
      [0, 1].flatMap((index) => {
        const person = `${key}-${plan}-${variant}-${index}`;
        const exposure = called(person, variant, inNovember(2), key);
        const times = (variant === 'test' ? 2 : 1) * (plan === 'team' ? 100 : 1);
        const amount = 10 * (index + 1) * times;
        return [
          { ...exposure, properties: { ...exposure.properties, $set: { plan } } },
          did('paid', person, inNovember(index === 0 ? 4 : 9), { amount, items: 1 + 2 * index }),
          did('seen', person, inNovember(3), { pages: index + 1 }),
        ];
      }),
    ),
  );
  await lab.capture(batch);
  return id;
}

test.each([
  ['mean_property', { property: 'amount', cap_share: 0 }, { free: [15, 30], team: [1500, 3000] }],
  // 10 + 20 over 1 + 2 pages.
  [
    'ratio',
    { property: 'amount', denominator: { events: [{ id: 'seen' }], property: 'pages' }, cap_share: 0 },
    { free: [10, 20], team: [1000, 2000] },
  ],
  // Only the first of the two returns on day 2.
  ['retention', { return_days: [1, 3] }, { free: [0.5, 0.5], team: [0.5, 0.5] }],
])('a breakdown has the values of each kind: %s', async (kind, options, expected) => {
  const id = await ran(`kind-${kind}`, { kind, ...options });
  const { body } = await lab.get(`${id}/breakdown/?property=plan`);
  const { metric_kind: answered, values } = breakdown.parse(body);
  expect(answered).toBe(kind);
  const found = values.map(({ value, variants }) => [value, variants.map((one) => one.value)]);
  expect(Object.fromEntries(found)).toEqual(expected);
});
