import { countPeople } from '#server/core/text/numbers-contract.ts';
import type { Experiment } from '#server/experiments/contract.ts';
import { valueFormats } from '#server/experiments/metrics/kind-contract.ts';
import type { EvidenceAgainst } from '#server/experiments/results/judge/evidence-contract.ts';
import type { MetricResult } from '#server/experiments/results/results-contract.ts';
import {
  liftIntervalText,
  liftText,
  personValueText,
  valueText,
} from '#server/experiments/results/words/result-text-contract.ts';
import { verdictWords } from '#server/experiments/results/words/verdict-words-contract.ts';
import { chanceText, shownInterval } from '../../src-renderer/experiments/results/metrics/results-numbers.ts';
import { intervalName } from '../../src-renderer/metrics/interval-words.ts';
import { metricKinds } from '../../src-renderer/metrics/metric-kind-words.ts';
import { type Plan, type Tally, truthOf } from '../../src-renderer/simulation/simulate-plan.ts';
import { formatCount } from '../../src-renderer/ui/format.ts';
import { table } from '../output/print.ts';

type Report = { experiment: Experiment; tally: Tally; result: MetricResult; plan: Plan; seconds: number };

/** Describes the simulation, with the true values. */
export function sceneOf({ name, variants }: Experiment, plan: Plan, url: string): string {
  const { scenario, recipe } = plan;
  const { kind } = recipe;
  const truths = variants.map(({ key }) => [
    key,
    valueText(kind, truthOf(scenario, key) / valueFormats[kind].whole),
    effectText(scenario.effects[key]),
  ]);
  return [
    `${countPeople(scenario.users)} for “${name}” at ${url}: seed ${scenario.seed}, over ${scenario.days} ${scenario.days === 1 ? 'day' : 'days'}`,
    `The metric: ${recipe.steps.map(({ label }) => label).join(metricKinds[kind].joint)}`,
    table([['truth', 'value', 'effect'], ...truths]),
  ].join('\n');
}

/** Describes the server's result. */
export function simulationReport({ experiment, tally, result, plan, seconds }: Report): string {
  const { kind } = plan.recipe;
  const { title, text, guardrails, cautions, next } = verdictWords(experiment, result);
  const rows = result.variants.map((variant) => [
    variant.key,
    formatCount(variant.evidence.people),
    formatCount(variant.evidence.count),
    personValueText(kind, variant.evidence),
    shownInterval(kind, variant.evidence),
    ...(variant.evidence.versus === null ? ['', ''] : liftsOf(variant.evidence.versus)),
    chanceText(variant.evidence.versus),
  ]);
  const { counted } = valueFormats[kind];
  const head = [
    'measured',
    'people',
    counted.toLowerCase(),
    'value',
    intervalName,
    'lift',
    intervalName,
    'chance to win',
  ];
  const outside =
    tally.outside === 0 ? [] : [`${formatCount(tally.outside)} got no variant: the release conditions exclude them.`];
  return [
    `Sent in ${seconds.toFixed(1)} s.`,
    ...outside,
    table([head, ...rows]),
    `Verdict: ${title}. ${[text, ...next].join(' ')}`,
    ...[...guardrails, ...cautions].map((line) => `  ${line}`),
    ...truthLines(result, plan),
  ].join('\n');
}

const liftsOf = ({ lift, lift_interval: interval }: EvidenceAgainst) => [
  liftText(lift, interval),
  liftIntervalText(interval),
];

/** Compares the interval of each test variant with the true lift; by chance, one of 20 misses it. */
function truthLines({ variants }: MetricResult, { scenario }: Plan): string[] {
  return variants.flatMap(({ key, evidence }) => {
    const interval = evidence.versus?.lift_interval ?? null;
    if (interval === null) return [];
    const truth = scenario.effects[key] ?? 0;
    const holds = interval[0] * 100 <= truth && truth <= interval[1] * 100;
    return [
      `The true effect on ${key} is ${effectText(truth)}: ${holds ? 'inside' : 'outside'} the interval of the lift.`,
    ];
  });
}

const effectText = (effect = 0) => (effect === 0 ? 'none' : liftText(effect / 100, null));
