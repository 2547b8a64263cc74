import type { Experiment } from '../../contract.ts';
import { experimentOf } from '../../experiment-testing.ts';
import type {
  Exposure,
  Health,
  MetricResult,
  SampleRatio,
  SecondaryResult,
  VariantResult,
} from '../results-contract.ts';
import type { Verdict } from '../verdict/verdict-contract.ts';
import { metric, health as newHealth, exposure as undated } from '../verdict/verdict-testing.ts';
import { basis, comparison, evidence, versus } from './evidence-testing.ts';
import { verdictWords } from './verdict-words-contract.ts';

/** Returns a running experiment. */
export const experiment = (given: Partial<Experiment> = {}): Experiment =>
  experimentOf({
    id: 7,
    name: 'Shorter checkout',
    start_date: '2026-11-17T09:00:00.000Z',
    feature_flag_key: 'shorter-checkout',
    feature_flag: 3,
    secondary_metrics: [],
    status: 'running',
    variants: [
      { key: 'control', name: '', rollout_percentage: 50 },
      { key: 'test', name: '', rollout_percentage: 50 },
    ],
    created_at: '2026-11-17T08:00:00.000Z',
    updated_at: '2026-11-17T09:00:00.000Z',
    ...given,
  });

export function variant(given: Partial<VariantResult> = {}): VariantResult {
  return {
    key: 'control',
    outcome: 'reference',
    exposures: 2000,
    success_count: 240,
    failure_count: 1760,
    value: 0.12,
    credible_interval: [0.107, 0.135],
    probability: 0.004,
    comparison: null,
    posterior: { alpha: 241, beta: 1761 },
    density: [
      [0.1, 0],
      [0.12, 50],
      [0.14, 0],
    ],
    evidence: evidence(),
    ...given,
  };
}

export function testVariant(given: Partial<VariantResult> = {}): VariantResult {
  return variant({
    key: 'test',
    outcome: 'better',
    success_count: 288,
    failure_count: 1712,
    value: 0.144,
    credible_interval: [0.129, 0.16],
    probability: 0.996,
    comparison: comparison(),
    posterior: { alpha: 289, beta: 1713 },
    density: [
      [0.124, 0],
      [0.144, 50],
      [0.164, 0],
    ],
    evidence: evidence({ count: 288, value: 0.144, interval: [0.129, 0.16], versus: versus() }),
    ...given,
  });
}

export function health(given: Partial<Health> = {}): Health {
  return {
    ...newHealth,
    sample_ratio: {
      expected: { control: 2000, test: 2000 },
      chi_squared: 0,
      degrees_of_freedom: 1,
      method: 'chi_squared',
      p_value: 1,
      state: 'ok',
      is_alarm: false,
    },
    per_day: 1000,
    schedule: { day: 5, planned_days: null, pace: null },
    ...given,
  };
}

/** Returns a split mismatch, by the people expected of each variant. */
export const splitMismatch = (expected: SampleRatio['expected']): SampleRatio => ({
  expected,
  chi_squared: 40,
  degrees_of_freedom: 1,
  method: 'chi_squared',
  p_value: 2e-9,
  state: 'mismatch',
  is_alarm: true,
});

export function exposure(given: Partial<Exposure> = {}): Exposure {
  return {
    ...undated,
    first_at: '2026-11-17T09:01:00.000Z',
    last_at: '2026-11-20T22:00:00.000Z',
    days: [
      { date: '2026-11-17', by_variant: { control: 900, test: 880 } },
      { date: '2026-11-18', by_variant: { control: 1100, test: 1120 } },
    ],
    ...given,
  };
}

/** What a verdict of `versus()` rests on. */
export const atLooks: NonNullable<Verdict['rests_on']> = {
  basis: 'looks',
  lift: 0.2,
  interval: [0.01, 0.42],
  level: 0.95,
  comparisons: 1,
};

export function verdict(given: Partial<Verdict> = {}): Verdict {
  const next: Verdict['next'] = [{ code: 'roll_out', variant: 'test' }];
  const people: Verdict['people'] = { state: 'enough', counted: 4000, needed: 4000, smallest: 2000, few: [] };
  const none = { people, also: [], doubts: [], cautions: [], guardrails: [], guardrail_state: null };
  return { ...none, kind: 'better', standing: 'open', variant: 'test', next, rests_on: atLooks, ...given };
}

/** Returns a funnel that test wins. */
export function result(given: Partial<MetricResult> = {}): MetricResult {
  return {
    status: 'ready',
    explanation: 'test is better than control.',
    verdict: verdict(),
    metric: {
      ...metric,
      steps: [
        { kind: 'event', id: 'cart viewed', name: 'cart viewed' },
        { kind: 'event', id: 'order placed', name: 'order placed' },
      ],
    },
    run: { start: '2026-11-17T09:00:00.000Z', end: '2026-11-21T09:00:00.000Z' },
    computed_at: '2026-11-21T09:00:00.000Z',
    exposure: exposure(),
    health: health(),
    basis: basis(),
    variants: [variant(), testVariant()],
    probability: { control: 0.004, test: 0.996 },
    expected_loss: 0.0001,
    p_value: null,
    significant: true,
    significance_code: 'significant',
    steps: [
      { control: 800, test: 820 },
      { control: 240, test: 288 },
    ],
    days: [],
    ...given,
  };
}

/** Returns a result whose metric is of another kind, or with other options. */
export function measuring(given: Partial<NonNullable<MetricResult['metric']>>): MetricResult {
  const { metric, ...rest } = result();
  return { ...rest, metric: metric && { ...metric, ...given } };
}

/** Returns a trend that test wins. */
export function trend(given: Partial<MetricResult> = {}): MetricResult {
  const base = result();
  const of = (from: VariantResult, count: number, given: Partial<VariantResult>): VariantResult => {
    const { success_count: _success, failure_count: _failure, ...rest } = from;
    return { ...rest, count, relative_exposure: 1, ...given };
  };
  return {
    ...base,
    metric: base.metric && { ...base.metric, kind: 'mean_count', insight: 'TRENDS', funnel_window_days: null },
    basis: basis({ window_days: null, cap: 20 }),
    variants: [
      of(variant(), 3000, {
        value: 1.5,
        credible_interval: [1.447, 1.555],
        posterior: { shape: 3001, rate: 1 },
        evidence: evidence({ count: 3000, value: 1.5, interval: [1.447, 1.555] }),
      }),
      of(testVariant(), 3300, {
        value: 1.65,
        credible_interval: [1.595, 1.707],
        posterior: { shape: 3301, rate: 1 },
        comparison: comparison({
          lift: 0.1,
          lift_interval: [0.048, 0.155],
          difference: 0.15,
          difference_interval: [0.073, 0.228],
        }),
        evidence: evidence({
          count: 3300,
          value: 1.65,
          interval: [1.595, 1.707],
          versus: versus({
            lift: 0.1,
            lift_interval: [0.048, 0.155],
            difference: 0.15,
            difference_interval: [0.073, 0.228],
            always_valid_interval: [0.01, 0.2],
          }),
        }),
      }),
    ],
    expected_loss: null,
    p_value: 0.0002,
    steps: [],
    ...given,
  };
}

export function secondary(given: Partial<SecondaryResult> = {}): SecondaryResult {
  return { ...trend(), index: 0, name: 'Items per person', guardrail_state: null, ...given };
}

/** Returns the words of a result's verdict. */
export const said = (of: Partial<Verdict>, given: Partial<MetricResult> = {}, about: Partial<Experiment> = {}) =>
  verdictWords(experiment(about), result({ verdict: verdict({ next: [], ...of }), ...given }));
