import { expect, test } from 'vitest';
import { seededUniform } from '../../../statistics/seeded-uniform.ts';
import type { Experiment } from '../../contract.ts';
import type { EvidenceAgainst } from '../judge/evidence-contract.ts';
import type { Health } from '../results-contract.ts';
import { conclude, type Numbers } from './verdict.ts';
import { type Verdict, verdict as verdictSchema } from './verdict-contract.ts';
import {
  agreed,
  alarm,
  at,
  basis,
  experiment,
  explained,
  exposure,
  health,
  metric,
  sure,
  testIs,
  variantOf,
  won,
} from './verdict-testing.ts';

const down: EvidenceAgainst = { ...sure, lift: -0.2, difference: -0.02, always_valid_interval: [-0.4, -0.02] };
const isLess = { metric: { ...metric, direction: 'decrease' as const } };
const open: EvidenceAgainst = { ...sure, always_valid_interval: [-0.01, 0.4], always_valid_p_value_adjusted: 0.06 };
const strict: EvidenceAgainst = { ...sure, always_valid_p_value_adjusted: 0.06 };
const planned = { basis: { ...basis, look_share: 0.01, plan: { people: 4000, reached_at: at }, planned_now: 4000 } };
const final = {
  lift: 0.2,
  difference: 0.02,
  interval: [0.01, 0.3] as [number, number],
  p_value: 0.035,
  conversions: 180,
};
const notAtLooks: EvidenceAgainst = { ...open, always_valid_p_value_adjusted: 0.02 };

test.each<[string, Numbers, Verdict['rests_on']]>([
  ['all looks', won, { basis: 'looks', lift: 0.2, interval: [0.02, 0.4], level: 0.95, comparisons: 1 }],
  [
    'all looks that are open',
    testIs(open),
    { basis: 'looks', lift: 0.2, interval: [-0.01, 0.4], level: 0.95, comparisons: 1 },
  ],
  [
    'looks with a plan that is not reached',
    testIs(notAtLooks, planned),
    { basis: 'looks', lift: 0.2, interval: [-0.01, 0.4], level: 0.99, comparisons: 1 },
  ],
  [
    'the test at the plan',
    testIs({ ...notAtLooks, final: { ...final, lift: 0.18 } }, planned),
    { basis: 'plan', lift: 0.18, interval: [0.01, 0.3], level: 0.965, comparisons: 1 },
  ],
  [
    'looks, where the test at the plan does not hold',
    testIs({ ...sure, final: { ...final, p_value: 0.2 } }, planned),
    { basis: 'looks', lift: 0.2, interval: [0.02, 0.4], level: 0.99, comparisons: 1 },
  ],
  [
    'the test at the plan, where neither holds',
    testIs({ ...notAtLooks, final: { ...final, p_value: 0.2 } }, planned),
    { basis: 'plan', lift: 0.2, interval: [0.01, 0.3], level: 0.965, comparisons: 1 },
  ],
])('a verdict says which interval it rests on: %s', (_, result, expected) => {
  for (const status of ['running', 'complete'] as const)
    expect(conclude({ experiment: { ...experiment, status }, result }).verdict.rests_on).toEqual(expected);
});

test.each<[Verdict['kind'], string, Numbers, string[]]>([
  ['better', 'at all looks', won, []],
  ['better', 'where less is better', testIs(down, isLess), []],
  ['better', 'without a lift from zero', testIs({ ...sure, lift: null, always_valid_interval: null }), []],
  ['worse', 'at all looks', testIs(down), []],
  ['worse', 'where less is better', testIs(sure, isLess), []],
  ['leaning', 'interval includes zero', testIs(open), ['looks_include_zero']],
  ['leaning', 'only p is too high', testIs(strict), ['looks_p_value']],
  [
    'leaning',
    'the p-value alone holds',
    testIs({ ...open, always_valid_p_value_adjusted: 0.01 }),
    ['looks_include_zero'],
  ],
  ['leaning', 'with a plan the looks have 1%', testIs(notAtLooks, planned), ['looks_include_zero']],
  ['better', 'in the one test', testIs({ ...notAtLooks, final }, planned), []],
  [
    'leaning',
    'not in the one test',
    testIs({ ...notAtLooks, final: { ...final, p_value: 0.036 } }, planned),
    ['final_test', 'looks_include_zero'],
  ],
  [
    'leaning',
    'the interval of the one test disagrees',
    testIs({ ...notAtLooks, final: { ...final, interval: [-0.01, 0.3] } }, planned),
    ['plan_contradicted', 'looks_include_zero'],
  ],
  [
    'leaning',
    'few conversions at the plan',
    testIs({ ...notAtLooks, final: { ...final, p_value: 0.001, conversions: 9 } }, planned),
    ['few_conversions', 'looks_include_zero'],
  ],
  [
    'leaning',
    'it turned after the one test',
    testIs({ ...notAtLooks, final: { ...final, difference: -0.02, interval: [-0.3, -0.01] } }, planned),
    ['plan_contradicted', 'looks_include_zero'],
  ],
  ['no_clear_difference', 'p is not under 0.2', testIs({ ...open, p_value_adjusted: 0.2 }), ['looks_include_zero']],
  ['no_clear_difference', 'control leads', testIs({ ...open, difference: -0.01 }), ['looks_include_zero']],
  ['no_clear_difference', 'few conversions', testIs({ ...sure, conversions: 9.9 }), ['few_conversions']],
  ['unhealthy', 'split', { ...won, health: { ...health, sample_ratio: alarm } }, ['split_mismatch']],
  ['collecting', 'people', { ...won, variants: [variantOf('control', 0.1, null), variantOf('test', 1, sure, 99)] }, []],
  ['collecting', 'nothing of the test variant', { ...won, variants: won.variants.slice(0, 1) }, []],
])('the conclusion is %s: %s', (kind, _, result, doubts) => {
  const { verdict, outcomes } = conclude({ experiment, result });
  expect([verdict.kind, verdict.doubts.map(({ code }) => code)]).toEqual([kind, doubts]);
  if (outcomes.length > 1) expect(outcomes).toEqual(['reference', kind]);
});

test('the cautions are missing people, changes, an early stop, another plan and open outcomes', () => {
  const cautionsOf = (given: Partial<Numbers>, status: Experiment['status'] = 'running') =>
    conclude({ experiment: { ...experiment, status }, result: { ...won, ...given } }).verdict.cautions;
  expect(cautionsOf({})).toEqual([]);
  expect(cautionsOf({ health: { ...health, needed: 9000, days_left: 5 } })).toEqual([
    { code: 'fewer_than_needed', people: 4000, needed: 9000, is_planned: false, days: 5 },
  ]);
  const inWindow = { ...basis, mature: 3900, counted: 3900 };
  expect(cautionsOf({ basis: inWindow, health: { ...health, needed: 4000, days_left: 0 } })).toEqual([
    { code: 'fewer_than_needed', people: 3900, needed: 4000, is_planned: false, days: null },
  ]);
  const changes = [{ kind: 'weights_changed' as const, at }];
  expect(cautionsOf({ health: { ...health, changes } })).toEqual([{ code: 'changed_during_run', changes: 1 }]);
  const open = { ...basis, plan: { people: 9000, reached_at: null }, planned_now: 9000 };
  const run = { start: at, end: '2026-11-05T12:00:00.000Z' };
  expect(cautionsOf({ basis: open, run }, 'complete')).toEqual([
    { code: 'stopped_early', people: 4000, planned: 9000, day: 4 },
  ]);
  expect(cautionsOf({ basis: { ...basis, planned_now: 500 } })).toEqual([
    { code: 'plan_changed', planned: null, now: 500 },
  ]);
  expect(cautionsOf({ basis: { ...basis, people: 'everyone', mature: 3000 } })).toEqual([
    { code: 'open_outcomes', people: 1000, window_days: 14 },
  ]);
});

test('of several better variants, the one with the smallest p-value comes first, then the rest', () => {
  const variants = [
    variantOf('control', 0.1, null),
    variantOf('a', 0.13, { ...sure, p_value: 1e-7 }),
    variantOf('b', 0.14, { ...sure, p_value: 0.9, p_value_adjusted: 0.9, always_valid_p_value_adjusted: 1 }, 99),
    variantOf('c', 0.12, { ...sure, p_value: 1e-9 }),
    variantOf('d', 0.05, { ...down, p_value: 1e-12 }),
    variantOf('e', 0, null, 0),
  ];
  expect(conclude({ experiment, result: { ...won, variants } })).toMatchObject({
    verdict: { kind: 'better', variant: 'c', also: ['a'], next: [{ code: 'roll_out', variant: 'c' }] },
    outcomes: ['reference', 'better', 'collecting', 'better', 'worse', 'collecting'],
  });
});

test('one worse variant gives no verdict while another is open', () => {
  const variants = [
    variantOf('control', 0.1, null),
    variantOf('a', 0.08, down),
    variantOf('b', 0.1, { ...open, p_value_adjusted: 1 }),
  ];
  expect(conclude({ experiment, result: { ...won, variants } })).toMatchObject({
    verdict: { kind: 'no_clear_difference', variant: 'b', also: [] },
    outcomes: ['reference', 'worse', 'no_clear_difference'],
  });
});

test('the verdict waits for people within their window', () => {
  const variants = [variantOf('control', 0.1, null, 40), variantOf('test', 0.12, sure, 40)];
  const result = { ...won, variants, basis: { ...basis, mature: 80, counted: 80 } };
  expect(conclude({ experiment, result }).verdict).toMatchObject({
    kind: 'collecting',
    next: [{ code: 'wait_for_window', window_days: 14, mature: 80, everyone: 4000 }],
  });
});

function shapeOf(seed: number): { experiment: Experiment; result: Numbers } {
  const random = seededUniform(seed);
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
    },
    exposure: {
      ...exposure,
      total,
      days: [],
      other_values: pick(0, 3),
      in_several_variants: pick(0, 0, 1, 90),
      by_variant: Object.fromEntries(keys.map((key) => [key, Math.floor(random() * 200)])),
    },
    health: {
      ...health,
      sample_ratio: pick<Health['sample_ratio']>(null, alarm, agreed),
      changes: pick([], [{ kind: 'weights_changed', at }]),
      needed: pick(null, 2000),
      is_planned: random() < 0.5,
      days_left: pick(null, 0, 4, 900),
    },
    basis: pick(basis, planned.basis),
    variants: keys.map((key, index) => {
      const difference = random() - 0.5;
      const versus: EvidenceAgainst = {
        ...sure,
        lift: difference,
        lift_interval: interval(),
        difference,
        difference_interval: interval(),
        p_value: random() ** 4,
        p_value_adjusted: random() ** 3,
        always_valid_interval: pick(null, interval()),
        always_valid_p_value: random(),
        always_valid_p_value_adjusted: random() ** 6,
        is_suspicious: random() < 0.2,
        final: pick(null, { ...final, difference, interval: interval(), p_value: random() ** 3 }),
        conversions: pick(5, 50),
      };
      return variantOf(key, random(), index === 0 ? null : versus, pick(50, 500, 500, 500));
    }),
    probability: Object.fromEntries(keys.map((key, index) => [key, (shares[index] ?? 0) / sum])),
    expected_loss: isFunnel ? random() * 0.03 : null,
    p_value: isFunnel ? null : random(),
    significant: isSignificant,
    significance_code: isSignificant
      ? 'significant'
      : pick('low_win_probability', isFunnel ? 'high_loss' : 'high_p_value'),
  };
  return { experiment: about, result };
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
    const text = explained(facts);
    const isSuspect = result.variants.find(({ key }) => key === variant)?.evidence.versus?.is_suspicious === true;
    const suspects = verdict.cautions.flatMap((one) => (one.code === 'suspicious_lift' ? one.variants : []));
    expect(text.includes('When you decide, ship “'), about).toBe(kind === 'better' && !isSuspect);
    if (kind === 'better') expect(suspects.includes(`${variant}`), about).toBe(isSuspect);
    expect(text.includes('keep control'), about).toBe(kind === 'worse');
    expect(/” leads, not conclusive|” led, not conclusively/.test(text), about).toBe(kind === 'leaning');
    expect(/probabl|certain/i.test(text), about).toBe(false);
    const index = result.variants.findIndex(({ key }) => key === variant);
    const outcome = outcomes[index];
    if (kind === 'better' || kind === 'worse' || kind === 'leaning' || kind === 'unhealthy') {
      if (variant !== null) expect(outcome, about).toBe(kind);
    }
    const versus = result.variants[index]?.evidence.versus;
    const sign = (versus?.difference ?? 0) * (result.metric?.direction === 'decrease' ? -1 : 1);
    if (kind === 'better' || kind === 'leaning') expect(sign, about).toBeGreaterThan(0);
    if (kind === 'worse') expect(sign, about).toBeLessThan(0);
    if (kind === 'better' || kind === 'worse') {
      expect(versus?.conversions, about).toBeGreaterThanOrEqual(10);
      expect(doubts, about).toEqual([]);
    }
    if (result.status === 'ready' && result.health?.sample_ratio?.state === 'mismatch')
      expect(kind, about).toBe('unhealthy');
  }
  expect([...seen.keys()].sort()).toEqual([...verdictSchema.shape.kind.options].sort());
});
