import { expect, test } from 'vitest';
import type { Experiment } from '../contract.ts';
import { explainResult } from './explain.ts';
import type { Comparison, Exposure, Health } from './results-contract.ts';
import { conclude, type Numbers } from './verdict.ts';
import { type Verdict, verdict as verdictSchema } from './verdict-contract.ts';

type Variant = Numbers['variants'][number];

/** Mulberry32: the same shapes in each run. */
function randomOf(seed: number) {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const at = '2026-11-02T00:00:00.000Z';
const experiment: Experiment = {
  ...{ id: 1, name: 'Any', description: '', feature_flag_key: 'any', feature_flag: 1, archived: false },
  ...{ parameters: {}, secondary_metrics: [], filters: {}, conclusion: null, conclusion_comment: '', created_by: null },
  ...{ tags: [], owner_id: null, owner: null, deleted_at: null },
  ...{ created_at: at, updated_at: at, start_date: at, end_date: null, status: 'running', variants: [] },
  ...{ ending: null, serves: null },
};
const sure: Comparison = {
  ...{ lift: 0.2, lift_interval: [0.05, 0.37], difference: 0.02, difference_interval: [0.01, 0.04] },
  ...{ sequential_interval: [0.001, 0.05], person_interval: null, p_value: 0.01, p_value_adjusted: 0.01 },
};
const variantOf = (key: string, value: number, probability: number, comparison: Comparison | null): Variant => ({
  ...{ key, value, probability, comparison, exposures: 2000 },
  ...{ credible_interval: [0, 1], posterior: {}, density: [] },
});
const metric = { insight: 'FUNNELS', direction: 'increase', funnel_window_days: 14, steps: [], warnings: [] } as const;
const exposure: Exposure = {
  ...{ source: 'feature_flag_called', total: 4000, by_variant: { control: 2000, test: 2000 }, in_several_variants: 0 },
  ...{ other_values: 0, first_at: null, last_at: null, days: [] },
};
const health: Health = {
  ...{
    sample_ratio: null,
    changes: [],
    needed: 4000,
    is_planned: false,
    per_day: 10,
    days_left: 0,
    schedule: { day: 4, planned_days: null, pace: null },
    is_rehearsal: false,
  },
};
const alarm = { expected: {}, chi_squared: 40, degrees_of_freedom: 1, p_value: 1e-9, is_alarm: true };
const won: Numbers = {
  ...{ status: 'ready', run: null, computed_at: at, steps: [], days: [], exposure, health },
  metric: { ...metric, steps: [], warnings: [] },
  variants: [variantOf('control', 0.1, 0.01, null), variantOf('test', 0.12, 0.99, sure)],
  probability: { control: 0.01, test: 0.99 },
  ...{ expected_loss: 0.0001, p_value: null, significant: true, significance_code: 'significant' },
};
const down: Comparison = { ...sure, difference: -0.02, difference_interval: [-0.04, -0.01] };
const open: Comparison = { ...sure, difference_interval: [-0.002, 0.05] };
const testIs = (comparison: Comparison, given: Partial<Numbers> = {}): Numbers => ({
  ...won,
  variants: [variantOf('control', 0.1, 0.01, null), variantOf('test', 0.12, 0.99, comparison)],
  ...given,
});
const controlBest = { probability: { control: 0.99, test: 0.01 } };
const lost = { ...controlBest, significant: false, significance_code: 'high_loss' } as const;
const isLess = { metric: { ...metric, direction: 'decrease' as const, steps: [], warnings: [] } };

test.each<[Verdict['kind'], Numbers, string[]]>([
  ['better', won, []],
  ['better', testIs(down, isLess), []],
  ['worse', testIs(down, lost), []],
  ['worse', testIs(sure, { ...isLess, ...lost }), []],
  ['worse', testIs(down, controlBest), []],
  ['leaning', testIs(open), ['interval_includes_zero']],
  ['leaning', testIs({ ...sure, person_interval: [-0.2, 0.6] }), ['few_people_many_events']],
  ['leaning', testIs({ ...sure, p_value_adjusted: 0.06 }), ['adjusted_p_value']],
  ['no_clear_difference', testIs(open, controlBest), ['control_leads', 'interval_includes_zero']],
  ['no_clear_difference', testIs(open, { ...lost, expected_loss: 0.02 }), ['control_leads', 'high_loss']],
  [
    'no_clear_difference',
    testIs(sure, { significant: false, significance_code: 'low_win_probability' }),
    ['low_win_probability'],
  ],
  [
    'no_clear_difference',
    testIs(sure, { significant: false, significance_code: 'high_p_value', p_value: 0.2 }),
    ['high_p_value'],
  ],
  ['unhealthy', { ...won, health: { ...health, sample_ratio: alarm } }, ['split_mismatch']],
  ['collecting', { ...won, status: 'collecting' }, []],
  ['no_clear_difference', { ...won, variants: won.variants.slice(0, 1) }, []],
])('the conclusion is %s', (kind, result, doubts) => {
  const { verdict, outcomes } = conclude({ experiment, result, comparisons: 1 });
  expect([verdict.kind, verdict.doubts.map(({ code }) => code)]).toEqual([kind, doubts]);
  if (outcomes.length > 1) expect(outcomes).toEqual(['reference', kind]);
});

test('the cautions tell of peeking, people that lack, changes and an open race, each with its figures', () => {
  const cautionsOf = (given: Partial<Numbers>, status: Experiment['status'] = 'running') =>
    conclude({ experiment: { ...experiment, status }, result: { ...won, ...given }, comparisons: 1 }).verdict.cautions;
  const peeked = testIs({ ...sure, sequential_interval: [-0.01, 0.06] });
  expect(cautionsOf(peeked)).toEqual([{ code: 'early_look', planned: null }]);
  expect(cautionsOf({ ...peeked, health: { ...health, is_planned: true } })).toEqual([
    { code: 'early_look', planned: 'reached' },
  ]);
  expect(cautionsOf(peeked, 'complete')).toEqual([]);
  expect(cautionsOf({ health: { ...health, needed: 9000, days_left: 5 } })).toEqual([
    { code: 'fewer_than_needed', people: 4000, needed: 9000, is_planned: false, days: 5 },
  ]);
  const changes = [{ kind: 'metric_changed', at }];
  expect(cautionsOf({ health: { ...health, changes } })).toEqual([{ code: 'changed_during_run', changes: 1 }]);
  const several = [
    variantOf('control', 0.1, 0, null),
    variantOf('a', 0.12, 0.6, sure),
    variantOf('b', 0.11, 0.4, sure),
  ];
  const { verdict } = conclude({ experiment, result: { ...won, variants: several }, comparisons: 2 });
  expect(verdict).toMatchObject({ kind: 'better', variant: 'a', also: ['b'], cautions: [{ code: 'several_lead' }] });
});

test('a worse best variant is no verdict while control has less than its chance', () => {
  const variants = [
    variantOf('control', 0.1, 0.6, null),
    variantOf('a', 0.09, 0, down),
    variantOf('b', 0.08, 0.4, open),
  ];
  const result = { ...won, variants, probability: { control: 0.6, a: 0, b: 0.4 }, significant: false };
  expect(conclude({ experiment, result, comparisons: 2 })).toMatchObject({
    verdict: { kind: 'no_clear_difference', variant: 'a' },
    outcomes: ['reference', 'worse', 'no_clear_difference'],
  });
});

function shapeOf(seed: number): { experiment: Experiment; result: Numbers; comparisons: number } {
  const random = randomOf(seed);
  const pick = <Value>(...values: Value[]) => values[Math.floor(random() * values.length)] as Value;
  const interval = (): [number, number] => {
    const low = random() - 0.5;
    return [low, low + random() * 0.6];
  };
  const keys = ['control', 'a', 'b', 'c'].slice(0, pick(1, 2, 3, 4));
  const status = pick(
    'no_metric',
    'draft',
    'no_exposures',
    'collecting',
    ...Array.from({ length: 8 }, () => 'ready' as const),
  );
  const isFunnel = random() < 0.5;
  const shares = keys.map(() => random() ** 8);
  const sum = shares.reduce((total, share) => total + share, 0);
  const total = Math.floor(random() * 4000);
  const about: Experiment = {
    ...experiment,
    start_date: status === 'draft' && random() < 0.5 ? null : at,
    status: pick('running', 'complete'),
    variants: keys.map((key) => ({ key, name: '', rollout_percentage: 100 / keys.length })),
  };
  const isSignificant = random() < 0.5;
  const result: Numbers = {
    ...won,
    status,
    metric: {
      ...metric,
      insight: isFunnel ? 'FUNNELS' : 'TRENDS',
      direction: pick('increase', 'decrease'),
      steps: [],
      warnings: [],
    },
    exposure: {
      ...{ ...exposure, total, days: [], other_values: pick(0, 3), in_several_variants: pick(0, 0, 1, 90) },
      by_variant: Object.fromEntries(keys.map((key) => [key, Math.floor(random() * 200)])),
    },
    health: {
      ...health,
      sample_ratio: pick(null, { ...alarm, p_value: random(), is_alarm: random() < 0.3 }),
      changes: pick([], [{ kind: 'weights_changed', at }]),
      ...{ needed: pick(null, 2000), is_planned: random() < 0.5, days_left: pick(null, 0, 4, 900) },
    },
    variants: keys.map((key, index) => ({
      ...{ key, exposures: 100, value: random(), credible_interval: interval(), posterior: {}, density: [] },
      probability: (shares[index] ?? 0) / sum,
      comparison:
        index === 0
          ? null
          : {
              ...{ lift: random() - 0.5, lift_interval: interval(), difference: random() - 0.5, p_value: random() },
              ...{ difference_interval: interval(), sequential_interval: pick(null, interval()) },
              ...{ person_interval: isFunnel ? null : interval(), p_value_adjusted: random() ** 4 },
            },
    })),
    probability: Object.fromEntries(keys.map((key, index) => [key, (shares[index] ?? 0) / sum])),
    expected_loss: isFunnel ? random() * 0.03 : null,
    p_value: isFunnel ? null : random(),
    significant: isSignificant,
    significance_code: isSignificant
      ? 'significant'
      : pick('low_win_probability', isFunnel ? 'high_loss' : 'high_p_value'),
  };
  return { experiment: about, result, comparisons: keys.length - 1 };
}

test('the kind, outcomes and explanation of any result agree', () => {
  const seen = new Map<string, number>();
  for (let seed = 1; seed <= 4000; seed++) {
    const facts = shapeOf(seed);
    const { verdict, outcomes } = conclude(facts);
    const { kind, variant, doubts } = verdictSchema.parse(verdict);
    const { result } = facts;
    const about = `seed ${seed}: ${kind}`;
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    const text = explainResult({ ...facts, verdict });
    expect(text.includes('Roll out "'), about).toBe(kind === 'better');
    expect(text.includes('Keep "control"'), about).toBe(kind === 'worse');
    expect(text.includes('probably better'), about).toBe(kind === 'leaning');
    const outcome = outcomes[result.variants.findIndex(({ key }) => key === variant)];
    if (kind === 'better' || kind === 'worse' || kind === 'leaning' || kind === 'unhealthy') {
      if (variant !== null) expect(outcome, about).toBe(kind);
    }
    const control = result.probability.control ?? 0;
    if (kind === 'better') expect(result.significant && doubts.length === 0 && control < 0.9, about).toBe(true);
    if (kind === 'leaning') expect(result.significant && doubts.length > 0 && control < 0.9, about).toBe(true);
    if (kind === 'worse') expect(control, about).toBeGreaterThanOrEqual(0.9);
    if (result.status === 'ready' && result.health?.sample_ratio?.is_alarm) expect(kind, about).toBe('unhealthy');
  }
  expect([...seen.keys()].sort()).toEqual([...verdictSchema.shape.kind.options].sort());
});
