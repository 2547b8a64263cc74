import { useState } from 'react';
import type { MetricKind } from '#server/experiments/metrics/kind-contract.ts';
import type { Baseline } from '#server/experiments/planning/plan-contract.ts';

/** What a plan rests on; null: nothing is entered, or nothing was captured. `dispersion`: variance / mean, 0 where all have the same value. */
export type PlanNumbers = { baseline: number | null; dispersion: number | null; perDay: number | null };

const none: PlanNumbers = { baseline: null, dispersion: null, perDay: null };

/** Keeps the numbers that are entered in place of captured ones, for a metric of this kind. */
export function usePlanNumbers(kind: MetricKind, baseline: Baseline | null) {
  const [typed, setTyped] = useState({ ...none, kind });
  // A number of events says nothing about a share.
  const own: PlanNumbers = typed.kind === kind ? typed : { ...none, perDay: typed.perDay };
  const captured: PlanNumbers = {
    baseline: baseline?.value ?? null,
    dispersion: dispersionOf(baseline),
    perDay: baseline?.new_people_per_day ?? null,
  };
  return {
    own,
    captured,
    type: (part: Partial<PlanNumbers>) => setTyped({ ...own, ...part, kind }),
    forget: () => setTyped({ ...none, kind }),
  };
}

/** Returns variance / mean of the captured people, also used for an entered baseline; null for a share. */
function dispersionOf(baseline: Baseline | null): number | null {
  if (baseline === null || baseline.kind === 'proportion') return null;
  const { value, variance } = baseline;
  return value === null || variance === null || value <= 0 ? null : variance / value;
}
