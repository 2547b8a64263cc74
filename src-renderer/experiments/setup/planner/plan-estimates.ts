import type { JsonObject } from '#server/core/contract.ts';
import { benchtopParameters } from '#server/experiments/benchtop-contract.ts';
import type { MetricKind } from '#server/experiments/metrics/kind-contract.ts';

/**
 * The numbers that a plan is computed from; null: nothing is entered, or nothing was captured. `dispersion`: variance / mean, 0 where
 * all have the same value.
 */
export type PlanNumbers = { baseline: number | null; dispersion: number | null; perDay: number | null };

/** The numbers entered for a plan, of a metric of this kind; null without any. */
export type PlanEstimates = (PlanNumbers & { kind: MetricKind }) | null;

const none: PlanNumbers = { baseline: null, dispersion: null, perDay: null };

/** Returns the entered numbers that hold for a kind of metric: a number of events says nothing about a share. */
export function numbersFor(kind: MetricKind, estimates: PlanEstimates): PlanNumbers {
  if (estimates === null) return none;
  return estimates.kind === kind ? estimates : { ...none, perDay: estimates.perDay };
}

export function readEstimates(given: unknown): PlanEstimates {
  const read = benchtopParameters.shape.plan_estimates.safeParse(given).data;
  if (!read) return null;
  const { kind, baseline = null, dispersion = null, people_per_day: perDay = null } = read;
  return { kind, baseline, dispersion, perDay };
}

/** Returns the estimates as the API's input; null where nothing is entered. */
export function estimatesOf(estimates: PlanEstimates): JsonObject | null {
  if (estimates === null) return null;
  const { kind, baseline, dispersion, perDay } = estimates;
  const numbers = { baseline, dispersion, people_per_day: perDay };
  const entered = Object.entries(numbers).filter(([, value]) => value !== null);
  return entered.length === 0 ? null : { kind, ...Object.fromEntries(entered) };
}
