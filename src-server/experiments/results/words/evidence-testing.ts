import type { Basis, Evidence, EvidenceAgainst } from '../judge/evidence-contract.ts';
import type { VariantComparison } from '../results-contract.ts';

const lifted = {
  lift: 0.2,
  lift_interval: [0.05, 0.37] as [number, number],
  difference: 0.024,
  difference_interval: [0.006, 0.042] as [number, number],
  p_value: 0.008,
  p_value_adjusted: 0.008,
};

export function comparison(given: Partial<VariantComparison> = {}): VariantComparison {
  return {
    ...lifted,
    sequential_interval: [0.001, 0.047],
    person_interval: null,
    ...given,
  };
}

export function versus(given: Partial<EvidenceAgainst> = {}): EvidenceAgainst {
  return {
    ...lifted,
    always_valid_interval: [0.01, 0.42],
    always_valid_p_value: 0.03,
    always_valid_p_value_adjusted: 0.03,
    final: null,
    conversions: 264,
    is_too_little: false,
    shrunken: { lift: 0.19, interval: [0.04, 0.35], chance_to_win: 0.994 },
    is_suspicious: false,
    quoted: null,
    non_inferiority: null,
    unadjusted: null,
    minimum_effect: null,
    ...given,
  };
}

export function evidence(given: Partial<Evidence> = {}): Evidence {
  return {
    people: 2000,
    count: 240,
    value: 0.12,
    interval: [0.107, 0.135],
    adjusted_value: null,
    is_too_little: false,
    versus: null,
    ...given,
  };
}

export function basis(given: Partial<Basis> = {}): Basis {
  const { people = 'mature', everyone = 4000, mature = 4000 } = given;
  return {
    people,
    everyone,
    mature,
    counted: people === 'mature' ? mature : everyone,
    window_days: 14,
    cap: null,
    denominator_cap: null,
    comparisons: 1,
    look_share: 0.05,
    plan: null,
    planned_now: null,
    prior_sd: 0.3,
    cuped: null,
    ...given,
  };
}
