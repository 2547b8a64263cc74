import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Novelty, novelty } from '../novelty/novelty-contract.ts';
import type { MetricResult } from '../results-contract.ts';
import { called, did, inNovember, labForAll } from '../results-testing.ts';

const { lab } = labForAll();

const flag = 'checkout';
const metrics = [
  { insight: 'FUNNELS', events: [{ id: 'paid' }], funnel_window_days: 1 },
  { insight: 'TRENDS', events: [{ id: 'paid' }] },
  { insight: 'TRENDS', events: [{ id: 'paid' }], benchtop: { kind: 'mean_property', property: 'amount' } },
  {
    insight: 'TRENDS',
    events: [{ id: 'paid' }],
    benchtop: {
      kind: 'ratio',
      property: 'amount',
      denominator: { events: [{ id: 'paid' }] },
      guardrail: { margin: 5 },
    },
  },
  { insight: 'FUNNELS', events: [{ id: 'paid' }], benchtop: { kind: 'retention', return_days: [1, 2] } },
];

/** Generates the payments of each person of a variant; of few people, so that often nobody or everybody paid. */
const payments = (amount: fc.Arbitrary<number>) =>
  fc.array(fc.array(amount, { maxLength: 2 }), { minLength: 1, maxLength: 12 });
const amounts = [fc.constantFrom(0, 1, 5), fc.constantFrom(-3, 0, 2), fc.constantFrom(0, 0, 0.1, 900)];
const table = fc.oneof(
  ...amounts.map((amount) => fc.record({ control: payments(amount), test: payments(amount), cuped: fc.boolean() })),
);

type Ends = readonly [number, number] | null | undefined;
type Shown = [what: string, value: number | null | undefined, interval: Ends];

function shownIn({ metric, variants, days }: MetricResult): Shown[] {
  const shown = variants.flatMap(
    ({ key, value, credible_interval, comparison: by, evidence: { versus, ...own } }): Shown[] => [
      [`${key} value`, value, credible_interval],
      [`${key} lift`, by?.lift, by?.lift_interval],
      [`${key} difference`, by?.difference, by?.difference_interval],
      [`${key} difference, by person`, by?.difference, by?.person_interval],
      [`${key} difference, sequential`, by?.difference, by?.sequential_interval],
      [`${key} evidence`, own.value, own.interval],
      [`${key} evidence lift`, versus?.lift, versus?.lift_interval],
      [`${key} evidence lift, always valid`, versus?.lift, versus?.always_valid_interval],
      [`${key} evidence difference`, versus?.difference, versus?.difference_interval],
      [`${key} unadjusted lift`, versus?.unadjusted?.lift, versus?.unadjusted?.lift_interval],
      [`${key} unadjusted difference`, versus?.unadjusted?.difference, versus?.unadjusted?.difference_interval],
      [`${key} final lift`, versus?.final?.lift, versus?.final?.interval],
      [`${key} shrunken lift`, versus?.shrunken?.lift, versus?.shrunken?.interval],
      [`${key} margin at all looks`, versus?.lift, versus?.non_inferiority?.looks.interval],
    ],
  );
  const ofDays = days.flatMap(({ date, variants: states }) =>
    states.flatMap(({ key, evidence, ...by }): Shown[] => [
      [`${date} ${key} value`, by.value, by.credible_interval],
      [`${date} ${key} lift`, by.lift, by.lift_interval],
      [`${date} ${key} difference`, by.difference, by.difference_interval],
      [`${date} ${key} evidence`, evidence.value, evidence.interval],
      [`${date} ${key} evidence lift`, evidence.lift, evidence.lift_interval],
      [`${date} ${key} evidence lift, always valid`, evidence.lift, evidence.always_valid_interval],
    ]),
  );
  return [...shown, ...ofDays].map(([what, ...rest]): Shown => [`${metric?.kind} ${what}`, ...rest]);
}

const shownBySpan = ({ spans }: Novelty): Shown[] =>
  spans.flatMap(({ from_day: day, variants }) =>
    variants.flatMap(({ key, versus, ...own }): Shown[] => [
      [`day ${day} ${key} value`, own.value, own.interval],
      [`day ${day} ${key} lift`, versus?.lift, versus?.lift_interval],
    ]),
  );

const isOutside = ([, value, interval]: Shown) =>
  value != null && interval != null && !(interval[0] <= value && value <= interval[1]);

let runs = 0;

async function play({ control, test: tested, cuped }: { control: number[][]; test: number[][]; cuped: boolean }) {
  const [own, day] = [`${flag}-${++runs}`, (index: number) => inNovember(2 + (index % 4))];
  const people = Object.entries({ control, test: tested }).flatMap(([variant, paid]) =>
    paid.map((amounts, index) => ({ who: `${own}-${variant}-${index}`, variant, amounts, index })),
  );
  await lab.capture(
    people.flatMap(({ who, variant, amounts, index }) => [
      ...(index % 2 === 0 ? [did('paid', who, inNovember(1, index), { amount: index })] : []),
      called(who, variant, day(index), own),
      ...amounts.map((amount, at) => did('paid', who, inNovember(2 + (index % 4), 1 + 25 * at), { amount })),
    ]),
  );
  const [filters, ...secondary] = metrics;
  const id = await lab.add({
    feature_flag_key: own,
    start_date: inNovember(2),
    end_date: inNovember(12),
    filters,
    secondary_metrics: secondary.map((one) => ({ filters: one })),
    parameters: { recommended_sample_size: 4, ...(cuped ? { benchtop: { cuped: { days: 2 } } } : {}) },
  });
  const results = [await lab.result(id), ...(await lab.secondary(id))];
  const { body } = await lab.get(`${id}/novelty/`);
  const shown = [...results.flatMap(shownIn), ...shownBySpan(novelty.parse(body))];
  expect(shown.filter(isOutside)).toEqual([]);
  return results;
}

test('a shown value lies in its own interval', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(table, async (given) => void (await play(given))),
    {
      numRuns: 60,
      examples: [
        // Amounts that are all alike, but for the rounding of their sums.
        [{ control: [[0.1, 0.1], [0.1], []], test: [[]], cuped: false }],
        // Nobody in test, everyone in control; and reversed.
        [{ control: [[1], [1], [1]], test: Array.from({ length: 40 }, () => []), cuped: false }],
        [{ control: Array.from({ length: 40 }, () => []), test: [[1], [1], [1]], cuped: true }],
      ],
    },
  );
});

test('the lift of an arm without a conversion is the lower end of its interval', async () => {
  const [result] = await play({ control: [[1], [1], []], test: [[], [], []], cuped: false });
  const { lift, lift_interval: interval } = result?.variants[1]?.comparison ?? {};
  expect([lift, interval?.[0]]).toEqual([-1, -1]);
});
