import type { Direction } from '../../../statistics/contract.ts';
import type { Histogram } from '../../../statistics/sample.ts';
import { defaultPriorSd } from '../../benchtop-contract.ts';
import type { Experiment } from '../../contract.ts';
import type { Statistic } from '../../metrics/metric-contract.ts';
import type { Basis, Evidence } from '../../results/judge/evidence-contract.ts';
import { adjustEvidence, lookShareOf, weigh } from '../../results/judge/weigh.ts';
import { conclude, type Numbers } from '../../results/verdict.ts';
import type { VariantOutcome } from '../../results/verdict-contract.ts';

/** `weights` are the variants', in any unit, control first. */
export type Setup = { kind: Statistic; weights: readonly number[]; direction?: Direction };

/** `first`: the planned people, by variant, once all of them are there. */
export type SimulatedPlan = { people: number; first: readonly Histogram[] | null };

const at = '2026-11-01T00:00:00.000Z';

/** Concludes what the page says of simulated people, one group a variant, by the functions that judge real ones. */
export function judged(
  { kind, weights, direction = 'increase' }: Setup,
  groups: readonly Histogram[],
  plan: SimulatedPlan | null,
): { outcomes: VariantOutcome[]; evidence: Evidence[] } {
  const keys = groups.map((_, index) => (index === 0 ? 'control' : `test-${index}`));
  const planned = plan?.people ?? null;
  const { evidence } = weigh(
    { kind, weights, control: 0, planned, priorSd: defaultPriorSd },
    groups,
    plan?.first ?? null,
  );
  const basis: Basis = {
    ...{ people: 'everyone', everyone: 0, mature: 0, window_days: null, cap: null, comparisons: 0 },
    look_share: lookShareOf(planned),
    plan: planned === null ? null : { people: planned, reached_at: plan?.first == null ? null : at },
    planned_now: planned,
    prior_sd: defaultPriorSd,
  };
  adjustEvidence([{ evidence, basis }]);
  const variants = keys.map((key, index) => ({ key, evidence: evidence[index] }));
  const result = { status: 'ready', metric: { direction }, health: null, exposure: null, run: null, basis };
  const experiment = { status: 'running', variants: keys.map((key) => ({ key, rollout_percentage: 1 })) };
  const facts = { experiment: experiment as Experiment, result: { ...result, variants } as unknown as Numbers };
  return { outcomes: conclude(facts).outcomes, evidence };
}
