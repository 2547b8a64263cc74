import { experimentOf } from '../../experiment-testing.ts';
import type { EvidenceAgainst } from '../judge/evidence-contract.ts';
import type { Exposure, Health } from '../results-contract.ts';
import { basis as basisOf, evidence, versus as versusOf } from '../words/evidence-testing.ts';
import { verdictText } from '../words/verdict-words-contract.ts';
import { conclude, type Numbers } from './verdict.ts';

type Variant = Numbers['variants'][number];

export const at = '2026-11-02T00:00:00.000Z';
export const experiment = experimentOf({
  start_date: at,
  status: 'running',
  variants: ['control', 'test'].map((key) => ({ key, name: '', rollout_percentage: 50 })),
});
/** Conclusive at all looks. */
export const sure = versusOf({
  difference: 0.02,
  difference_interval: [0.01, 0.04],
  p_value: 0.0001,
  p_value_adjusted: 0.0001,
  always_valid_interval: [0.02, 0.4],
  always_valid_p_value: 0.01,
  always_valid_p_value_adjusted: 0.01,
  conversions: 200,
  shrunken: null,
});
export const variantOf = (key: string, value: number, versus: EvidenceAgainst | null, people = 2000): Variant => ({
  key,
  value,
  probability: 0.5,
  comparison: null,
  exposures: people,
  credible_interval: [0, 1],
  posterior: {},
  density: [],
  evidence: evidence({ people, count: 200, value, interval: [0, 1], versus }),
});
export const basis = basisOf();
export const metric: NonNullable<Numbers['metric']> = {
  kind: 'conversion',
  insight: 'FUNNELS',
  direction: 'increase',
  funnel_window_days: 14,
  window_days: 14,
  return_days: null,
  property: null,
  denominator: null,
  cap_share: null,
  minimum_effect: null,
  guardrail_margin: null,
  steps: [],
  warnings: [],
};
export const exposure: Exposure = {
  source: 'feature_flag_called',
  total: 4000,
  by_variant: { control: 2000, test: 2000 },
  in_several_variants: 0,
  other_values: 0,
  excluded: 0,
  first_at: null,
  last_at: null,
  days: [],
};
export const health: Health = {
  sample_ratio: null,
  changes: [],
  is_by_group: false,
  needed: 4000,
  is_planned: false,
  effect: 5,
  per_day: 10,
  days_left: 0,
  waits_for: null,
  too_long: null,
  schedule: { day: 4, planned_days: null, pace: null },
  is_rehearsal: false,
};
export const alarm = {
  expected: {},
  chi_squared: 40,
  degrees_of_freedom: 1,
  method: 'chi_squared',
  p_value: 1e-9,
  state: 'mismatch',
  is_alarm: true,
} as const;
export const agreed = { ...alarm, p_value: 0.5, state: 'ok', is_alarm: false } as const;
export const won: Numbers = {
  status: 'ready',
  run: { start: at, end: at },
  computed_at: at,
  steps: [],
  days: [],
  exposure,
  health,
  basis,
  metric,
  variants: [variantOf('control', 0.1, null), variantOf('test', 0.12, sure)],
  probability: { control: 0.01, test: 0.99 },
  expected_loss: 0.0001,
  p_value: null,
  significant: true,
  significance_code: 'significant',
};
export const testIs = (versus: EvidenceAgainst, given: Partial<Numbers> = {}): Numbers => ({
  ...won,
  variants: [variantOf('control', 0.1, null), variantOf('test', 0.12, versus)],
  ...given,
});

/** Concludes, and words it as an answer of the API does. */
export function explained(facts: Parameters<typeof conclude>[0]): string {
  const { verdict, outcomes } = conclude(facts);
  const variants = facts.result.variants.map((one, index) => ({ ...one, outcome: outcomes[index] ?? 'reference' }));
  return verdictText(facts.experiment, { ...facts.result, variants, verdict });
}
