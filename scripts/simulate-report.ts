import type { Experiment } from '#server/experiments/contract.ts';
import type { MetricResult, VariantResult } from '#server/experiments/results-contract.ts';
import { type Plan, type Tally, truthOf } from '../src-renderer/experiments/simulate-plan.ts';

type Report = { tally: Tally; result: MetricResult; plan: Plan; seconds: number };

/** What will be simulated, and what is true of it. */
export function sceneOf({ name, variants }: Experiment, { scenario, recipe }: Plan, url: string): string {
  const { users, seed, days } = scenario;
  const truths = variants.map(({ key }) => [
    key,
    valueText(recipe.kind, truthOf(scenario, key) / unit(recipe.kind)),
    effectText(scenario.effects[key]),
  ]);
  return [
    `${count(users)} users for “${name}” at ${url}: seed ${seed}, over ${days} days`,
    `The metric: ${recipe.steps.map(({ label }) => label).join(recipe.kind === 'funnel' ? ' → ' : ' or ')}`,
    table([['truth', recipe.kind === 'funnel' ? 'share' : 'per person', 'effect'], ...truths]),
  ].join('\n');
}

/** What the server made of it. */
export function reportOf({ tally, result, plan, seconds }: Report): string {
  const { kind } = plan.recipe;
  const rows = result.variants.map((variant) => [
    variant.key,
    count(variant.exposures),
    count(variant.success_count ?? variant.count ?? 0),
    valueText(kind, variant.value),
    rangeText(variant.credible_interval, (value) => valueText(kind, value)),
    percent(variant.probability),
    liftText(variant),
  ]);
  const head = [
    'measured',
    'people',
    kind === 'funnel' ? 'success' : 'events',
    'value',
    '95 % interval',
    'best',
    'lift',
  ];
  const outside = tally.outside === 0 ? [] : [`${count(tally.outside)} got no variant: the flag is not for them.`];
  return [
    `Sent in ${seconds.toFixed(1)} s.`,
    ...outside,
    table([head, ...rows]),
    `Verdict: ${result.significance_code ?? result.status}. ${result.explanation}`,
    ...truthLines(result, plan),
  ].join('\n');
}

/** Whether the interval of each test variant holds what is true; of 20 simulations, one does not by chance. */
function truthLines({ variants }: MetricResult, { scenario }: Plan): string[] {
  return variants.flatMap(({ key, comparison }) => {
    const interval = comparison?.lift_interval ?? null;
    if (interval === null) return [];
    const truth = scenario.effects[key] ?? 0;
    const holds = interval[0] * 100 <= truth && truth <= interval[1] * 100;
    return [`The truth of ${key} is ${effectText(truth)}: ${holds ? 'inside' : 'outside'} the interval of the lift.`];
  });
}

const unit = (kind: Plan['recipe']['kind']) => (kind === 'funnel' ? 100 : 1);
const count = (value: number) => value.toLocaleString('en');
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const valueText = (kind: Plan['recipe']['kind'], value: number) =>
  kind === 'funnel' ? percent(value) : value.toFixed(3);
const rangeText = ([low, high]: [number, number], text: (value: number) => string) => `${text(low)} to ${text(high)}`;
const effectText = (effect = 0) => (effect === 0 ? 'none' : `${effect > 0 ? '+' : '−'}${Math.abs(effect)} %`);
const signed = (share: number) => `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;

function liftText({ comparison }: VariantResult): string {
  if (comparison?.lift == null) return '';
  const { lift, lift_interval: interval } = comparison;
  return interval === null ? signed(lift) : `${signed(lift)} (${rangeText(interval, signed)})`;
}

/** Columns as wide as their widest cell; all but the first to the right. */
function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return rows.map((row) => `  ${line(row).trimEnd()}`).join('\n');
}
