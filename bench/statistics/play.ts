import type { Experiment } from '../../src-server/experiments/contract.ts';
import type { Basis, Evidence } from '../../src-server/experiments/results/judge/evidence-contract.ts';
import { adjustEvidence, lookShareOf, weigh } from '../../src-server/experiments/results/judge/weigh.ts';
import { conclude, type Numbers } from '../../src-server/experiments/results/verdict.ts';
import type { VariantOutcome } from '../../src-server/experiments/results/verdict-contract.ts';
import type { Histogram } from '../../src-server/statistics/sample.ts';
import type { Cell } from './cells.ts';

const at = '2026-11-01T00:00:00.000Z';

/** What the page says of groups of people, one a variant: by the same functions, from the counts on. */
export function judged(
  { behavior, split }: Cell,
  groups: readonly Histogram[],
  plan: { people: number; first: readonly Histogram[] | null } | null,
): { outcomes: VariantOutcome[]; evidence: Evidence[] } {
  const keys = groups.map((_, index) => (index === 0 ? 'control' : `test-${index}`));
  const planned = plan?.people ?? null;
  const weighed = { kind: behavior.kind, weights: split.weights, control: 0, planned };
  const { evidence } = weigh(weighed, groups, plan?.first ?? null);
  const basis: Basis = {
    ...{ people: 'everyone', everyone: 0, mature: 0, window_days: null, cap: null, comparisons: 0 },
    look_share: lookShareOf(planned),
    plan: planned === null ? null : { people: planned, reached_at: plan?.first == null ? null : at },
    planned_now: planned,
  };
  adjustEvidence([{ evidence, basis }]);
  const variants = keys.map((key, index) => ({ key, evidence: evidence[index] }));
  const result = { status: 'ready', metric: { direction: 'increase' }, health: null, exposure: null, run: null, basis };
  const experiment = { status: 'running', variants: keys.map((key) => ({ key, rollout_percentage: 1 })) };
  const facts = { experiment: experiment as Experiment, result: { ...result, variants } as unknown as Numbers };
  return { outcomes: conclude(facts).outcomes, evidence };
}
