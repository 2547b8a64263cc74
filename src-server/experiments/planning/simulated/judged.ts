import type { Direction } from '../../../statistics/contract.ts';
import type { Histogram } from '../../../statistics/sample.ts';
import { defaultPriorSd } from '../../benchtop-contract.ts';
import { controlKey, type Experiment } from '../../contract.ts';
import type { Statistic } from '../../metrics/kind-contract.ts';
import type { Basis, Evidence } from '../../results/judge/evidence-contract.ts';
import { adjustEvidence, lookShareOf, weigh } from '../../results/judge/weigh.ts';
import { conclude, type Numbers } from '../../results/verdict/verdict.ts';
import type { VariantOutcome } from '../../results/verdict/verdict-contract.ts';

/** `weights` are the variants', in any unit, control first. */
export type Setup = { kind: Statistic; weights: readonly number[]; direction?: Direction };

/** `first`: the planned people, by variant, once all of them are there. */
export type PlannedPeople = { people: number; first: readonly Histogram[] | null };

const at = '2026-11-01T00:00:00.000Z';

type Judged = { outcomes: VariantOutcome[]; evidence: Evidence[] };

/** Judges simulated people, one group a variant, by the functions that judge real ones. */
export const judged = (setup: Setup, groups: readonly Histogram[], plan: PlannedPeople | null): Judged =>
  judgedTogether(setup, [{ groups, first: plan?.first ?? null }], plan?.people ?? null)[0] as Judged;

/** Concludes as `judged` for several metrics, whose p-values are adjusted together. `planned`: people, or null. */
export function judgedTogether(
  { kind, weights, direction }: Setup,
  metrics: readonly { groups: readonly Histogram[]; first: readonly Histogram[] | null }[],
  planned: number | null,
): Judged[] {
  const weighed = metrics.map(({ groups, first }) => {
    const setup = { kind, weights, control: 0, planned, priorSd: defaultPriorSd };
    return { evidence: weigh(setup, groups, first).evidence, isComplete: first !== null };
  });
  return concludedTogether({ weights, ...(direction === undefined ? {} : { direction }) }, weighed, planned);
}

/** Concludes from evidence whose p-values are not adjusted yet. `isComplete`: whether the planned people are all there. */
export function concludedTogether(
  { weights, direction = 'increase' }: Omit<Setup, 'kind'>,
  metrics: readonly { evidence: Evidence[]; isComplete: boolean }[],
  planned: number | null,
): Judged[] {
  const weighed = metrics.map(({ evidence, isComplete }) => {
    const basis: Basis = {
      people: 'everyone',
      everyone: 0,
      mature: 0,
      counted: 0,
      window_days: null,
      cap: null,
      comparisons: 0,
      denominator_cap: null,
      look_share: lookShareOf(planned),
      plan: planned === null ? null : { people: planned, reached_at: isComplete ? at : null },
      planned_now: planned,
      prior_sd: defaultPriorSd,
      cuped: null,
    };
    return { evidence, basis };
  });
  adjustEvidence(
    weighed.map(({ evidence }) => evidence),
    { weights, control: 0 },
  );
  const keys = weights.map((_, index) => (index === 0 ? controlKey : `test-${index}`));
  const experiment = { status: 'running', variants: keys.map((key) => ({ key, rollout_percentage: 1 })) };
  return weighed.map(({ evidence, basis }) => {
    const variants = keys.map((key, index) => ({ key, evidence: evidence[index] }));
    const metric = { direction, warnings: [] };
    const result = { status: 'ready', metric, health: null, exposure: null, run: null, basis };
    const facts = { experiment: experiment as Experiment, result: { ...result, variants } as unknown as Numbers };
    return { outcomes: conclude(facts).outcomes, evidence };
  });
}
