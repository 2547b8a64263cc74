import type { CompatibleStatistic } from '../../src-server/experiments/metrics/kind-contract.ts';
import { countOf, type Distribution, heavyOf, shareOf } from '../../src-server/experiments/planning/simulated/draw.ts';

/** A distribution of values: `of` draws with a mean of `times` the usual one. `size`: people of all variants. */
export type Behavior = {
  name: string;
  kind: CompatibleStatistic;
  size: number;
  of(times: number): Distribution;
};

export const behaviors: readonly Behavior[] = [
  { name: 'funnel 50%', kind: 'proportion', size: 20_000, of: (times) => shareOf(0.5 * times) },
  { name: 'funnel 10%', kind: 'proportion', size: 20_000, of: (times) => shareOf(0.1 * times) },
  { name: 'funnel 1%', kind: 'proportion', size: 100_000, of: (times) => shareOf(0.01 * times) },
  { name: 'funnel 0.1%', kind: 'proportion', size: 1_000_000, of: (times) => shareOf(0.001 * times) },
  { name: 'trend, variance 1 × mean', kind: 'count', size: 20_000, of: (times) => countOf(2 * times, 1) },
  { name: 'trend, variance 5 × mean', kind: 'count', size: 20_000, of: (times) => countOf(2 * times, 5) },
  { name: 'trend, variance 20 × mean', kind: 'count', size: 20_000, of: (times) => countOf(2 * times, 20) },
  { name: 'trend, heavy tail', kind: 'count', size: 20_000, of: (times) => heavyOf(times) },
];

/** Weights in percent, control first. */
type Split = { name: string; weights: readonly number[] };

/** Returns splits with control's share and the rest split equally; `even`: equal weights. */
function splitsOf(variants: number): Split[] {
  const rest = (control: number) => [
    control,
    ...Array.from({ length: variants - 1 }, () => (100 - control) / (variants - 1)),
  ];
  return [
    { name: 'even', weights: rest(100 / variants) },
    { name: '90/10', weights: rest(90) },
    { name: '99/1', weights: rest(99) },
  ];
}

/** A situation of the audit. */
export type Cell = { behavior: Behavior; variants: number; split: Split };

export const cellsOf = (variants: readonly number[]): Cell[] =>
  variants.flatMap((number) =>
    behaviors.flatMap((behavior) => splitsOf(number).map((split) => ({ behavior, variants: number, split }))),
  );

/** People of the smallest variant in each run: enough for a verdict. */
const minPeople = 200;

/** Returns the people of each variant in a run of a cell. */
export function peopleOf({ behavior, split }: Cell): number[] {
  const smallest = Math.min(...split.weights) / 100;
  const whole = Math.max(behavior.size, minPeople / smallest);
  return split.weights.map((weight) => Math.round((whole * weight) / 100));
}

/** Returns the cell of a behavior of that name, for `size` people. */
export function cellOf(name: string, size: number, weights: readonly number[] = [50, 50]): Cell {
  const behavior = behaviors.find((one) => one.name === name);
  if (behavior === undefined) throw new Error(`No behavior ${name}`);
  return { behavior: { ...behavior, size }, variants: weights.length, split: { name: 'even', weights } };
}
