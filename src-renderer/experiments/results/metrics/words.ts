import type { MetricResult } from '#server/experiments/results/results-contract.ts';
import { windowWords } from '#server/experiments/results/words/days-contract.ts';
import { coverage, intervalName } from '../../../metrics/interval-words.ts';

export const resultTableWords = {
  title: 'Metrics',
  secondary: 'The secondary metrics',
  guardrail: (margin: number) => `Guardrail, margin ${margin}%`,
  shown: 'Lift or value in the intervals',
  people: {
    label: 'People counted',
    mature: (days: number, people: string) => `Past ${windowWords(days)} (${people})`,
    everyone: (people: string) => `Everyone (${people})`,
  },
  table: 'Results by metric and variant',
  columns: {
    metric: 'Metric',
    variant: 'Variant',
    people: 'People',
    count: 'Total',
    countHint: 'People who did it or came back, events, or the sum of a property, by the kind of the metric',
    value: 'Value',
    interval: intervalName,
    lift: 'Lift',
    liftInterval: `${coverage} of the lift`,
    alwaysValid: 'Lift, always valid',
    truth: 'True lift',
    shrunken: 'Shrunken lift',
    p: 'p (Holm)',
    chance: 'Chance to win',
  },
  axes: {
    lift: `Lift against control, ${intervalName}`,
    values: `Value, ${intervalName}`,
    value: (unit: string) => `${unit}, ${intervalName}`,
  },
  legend: {
    interval: intervalName,
    density: { lift: 'how likely each lift is', value: 'how likely each value is' },
    alwaysValid: 'always-valid interval',
    tooSmall: 'below the smallest effect that matters',
    truth: 'true lift of the simulated users',
    shrunken: (priorSd: number) =>
      `expect: the shrunken lift, if true effects spread as the prior says (standard deviation ${priorSd} of the log ratio)`,
    won: 'conclusive difference, for the better',
    lost: 'for the worse',
  },
  outcomes: { won: 'excludes zero, for the better', lost: 'excludes zero, for the worse' },
  shrunken: {
    expect: (lift: string) => `expect ${lift}`,
    hint: (lift: string, priorSd: number) =>
      `Shrunken lift ${lift}: what to expect if true effects have the prior’s standard deviation, ${priorSd} of the log ratio.`,
    chance: (priorSd: number) =>
      `The chance that a variant is truly better than control, under the prior (standard deviation ${priorSd} of the log ratio). Where true effects are smaller, it is too close to 0% or 100%.`,
    suspicious: 'suspicious: check',
  },
  holm: (comparisons: number) => `p is after Holm’s correction over ${comparisons} comparisons.`,
  control: (value: string) => `control ${value}`,
  reference: 'reference',
  tooLittle: 'too little to say',
  notCompared: 'not compared',
  referenceHint: 'Reference: the others are compared with it',
  noLiftShort: 'no lift',
  noLift: 'Control is not above zero, so there is no lift. This is the difference.',
  labels: {
    lift: (variant: string, lift: string, interval: string, alwaysValid: string) =>
      `${variant}: lift ${lift}, ${intervalName} ${interval}, always-valid interval ${alwaysValid}`,
    partLift: (part: string, lift: string, interval: string) => `${part}: lift ${lift}, ${intervalName} ${interval}`,
    value: (variant: string, value: string, interval: string) => `${variant}: ${value}, ${intervalName} ${interval}`,
    truth: (lift: string) => `true lift ${lift}`,
    notCompared: (variant: string) => `${variant}: not compared, because it or control has no value`,
    noLift: (variant: string) => `${variant}: Control is not above zero, so there is no lift`,
  },
  numbers: 'All numbers of the metrics',
  steps: { table: 'People by step and variant', step: 'Step', people: 'People' },
};

const corrected = (comparisons: number, of: string, what: string) =>
  `${comparisons} comparisons of ${of}: ${what} after Holm’s correction over all of them.`;

/** Says over how many comparisons the secondary metrics are corrected. Guardrails are a family of their own. */
export function comparisonWords(secondary: readonly Pick<MetricResult, 'metric' | 'basis'>[]): string[] {
  // A metric that counts nothing yet is in no family.
  const comparisonsOf = (isGuardrail: boolean) =>
    secondary.find(
      ({ metric, basis }) => basis !== null && ((metric?.guardrail_margin ?? null) !== null) === isGuardrail,
    )?.basis?.comparisons ?? 0;
  const [guardrails, others] = [comparisonsOf(true), comparisonsOf(false)];
  return [
    ...(others > 1 ? [corrected(others, 'secondary metrics', '“better” and “worse” hold')] : []),
    ...(guardrails > 1 ? [corrected(guardrails, 'guardrails', '“harmed” holds')] : []),
  ];
}
