import { controlKey, type Experiment } from '../../contract.ts';
import type { MetricResult } from '../results-contract.ts';
import { maxPlannedDays, rareChance } from '../rules-contract.ts';
import { rareGuardrails } from './guardrail-chance.ts';
import type { Guardrail } from './guardrail-contract.ts';
import type { Guarded } from './guardrails.ts';
import { comparedIn, countedIn } from './people.ts';
import type { Verdict } from './verdict-contract.ts';

type Facts = {
  experiment: Experiment;
  result: Pick<MetricResult, 'basis' | 'health'> & Parameters<typeof countedIn>[0];
  guarded?: readonly Guarded[];
};

const testsIn = ({ experiment, result }: Facts): number =>
  comparedIn(experiment, countedIn(result)).filter((key) => key !== controlKey).length;

/** Warns, while the experiment runs, of guardrails that will probably stay undecided. */
export function rareCautions(facts: Facts, guardrails: readonly Guardrail[]): Verdict['cautions'] {
  const { experiment, result, guarded = [] } = facts;
  const planned = result.basis?.plan?.people ?? null;
  const people = planned ?? result.health?.needed ?? null;
  if (experiment.status !== 'running' || people === null) return [];
  const isPlanned = planned !== null;
  const metrics = rareGuardrails(guarded, guardrails, { people, isPlanned, tests: testsIn(facts) });
  return metrics.length === 0
    ? []
    : [{ code: 'rare_guardrails', metrics, people, is_planned: isPlanned, chance: rareChance }];
}

/** Names the guardrails of a variant that the looks of as many more days as a plan may take will probably leave undecided. */
export function outOfReach(facts: Facts, guardrails: readonly Guardrail[], key: string): string[] {
  const { experiment, result, guarded = [] } = facts;
  if (experiment.status !== 'running') return [];
  const people = (result.basis?.counted ?? 0) + (result.health?.per_day ?? 0) * maxPlannedDays;
  const own = guardrails.filter(({ variant }) => variant === key);
  return rareGuardrails(guarded, own, { people, isPlanned: false, tests: testsIn(facts) });
}
