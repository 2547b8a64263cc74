import { defaultPriorSd } from '../../src-server/experiments/benchtop-contract.ts';
import { controlKey } from '../../src-server/experiments/contract.ts';
import { concludedTogether } from '../../src-server/experiments/planning/simulated/judged.ts';
import { weigh } from '../../src-server/experiments/results/judge/weigh.ts';
import type { GuardrailState } from '../../src-server/experiments/results/verdict/guardrail-contract.ts';
import { type Guarded, guardrailsOf } from '../../src-server/experiments/results/verdict/guardrails.ts';
import type { Histogram } from '../../src-server/statistics/sample.ts';
import { seededUniform } from '../../src-server/statistics/seeded-uniform.ts';
import { drawAll } from './audit.ts';
import type { Behavior } from './cells.ts';
import { days } from './measure.ts';
import { onAnyDay, shareOf } from './shares.ts';

/** Percent. */
export const guardMargin = 10;
const [weights, perDay] = [[1, 1, 1], 100];

/**
 * Returns the share of runs in which a guardrail is in a state for any of two test variants on any day, up to the planned people.
 * `times`: the mean of the test variants, relative to control's.
 */
export function guardedRate(
  behavior: Behavior,
  state: GuardrailState,
  times: number,
  runs: number,
  seed: number,
): number {
  const uniform = seededUniform(seed);
  const values = weights.map((_, index) => behavior.of(index === 0 ? 1 : times));
  const planned = weights.length * perDay * days;
  const setup = { kind: behavior.kind, weights, control: 0, planned, priorSd: defaultPriorSd, isGuardrail: true };
  const metric = { guardrail_margin: guardMargin, direction: 'increase' };
  const perVariant = weights.map(() => perDay);
  return shareOf(runs, () => {
    const groups: Histogram[] = weights.map(() => new Map());
    return onAnyDay(days, (day) => {
      drawAll(groups, uniform, perVariant, values);
      const isComplete = day === days;
      const { evidence } = weigh(setup, groups, isComplete ? groups : null);
      const [{ outcomes } = { outcomes: [] }] = concludedTogether({ weights }, [{ evidence, isComplete }], planned);
      const variants = evidence.map((one, index) => ({
        key: index === 0 ? controlKey : `test-${index}`,
        evidence: one,
      }));
      const result = { metric, variants, basis: null } as unknown as Guarded['result'];
      const weighted = { variants: variants.map(({ key }) => ({ key, rollout_percentage: 1 })) };
      return guardrailsOf(weighted, [{ index: 0, name: '', result, outcomes }]).some((one) => one.state === state);
    });
  });
}
