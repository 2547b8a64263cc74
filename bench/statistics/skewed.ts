import { sumOf } from '../../src-server/core/sum-contract.ts';
import { defaultPriorSd } from '../../src-server/experiments/benchtop-contract.ts';
import { weigh } from '../../src-server/experiments/results/judge/weigh.ts';
import { weighPairs } from '../../src-server/experiments/results/judge/weigh-pairs.ts';
import { histogramOf, type Pairs } from '../../src-server/statistics/sample.ts';
import { seededUniform, type Uniform } from '../../src-server/statistics/seeded-uniform.ts';
import { whole } from '../figures/numbers.ts';
import { isWithin, percent } from './shares.ts';

/**
 * Amounts that people pay: lognormal, with the standard deviation `spread` of the logarithm; the share `refunds` of them is negative.
 * `chance`: of paying at an order. `orders`: of a person, each once or up to 16. `people`: of control and the test variant.
 */
type Shop = {
  name: string;
  kind: 'mean' | 'ratio';
  chance: number;
  spread: number;
  refunds: number;
  people: readonly [number, number];
};

export const shops: readonly Shop[] = [
  { name: 'revenue, 30% pay', kind: 'mean', chance: 0.3, spread: 1.5, refunds: 0, people: [500, 500] },
  { name: 'revenue, 30% pay', kind: 'mean', chance: 0.3, spread: 1.5, refunds: 0, people: [4500, 500] },
  { name: 'revenue, 5% pay', kind: 'mean', chance: 0.05, spread: 1.5, refunds: 0, people: [1000, 1000] },
  { name: 'revenue with refunds', kind: 'mean', chance: 0.3, spread: 0.8, refunds: 0.2, people: [900, 100] },
  { name: 'revenue with refunds', kind: 'mean', chance: 0.3, spread: 1.5, refunds: 0.05, people: [900, 100] },
  { name: 'revenue with refunds', kind: 'mean', chance: 0.3, spread: 1.5, refunds: 0.05, people: [4500, 500] },
  { name: 'revenue an order, with refunds', kind: 'ratio', chance: 0.3, spread: 0.8, refunds: 0.1, people: [900, 100] },
  {
    name: 'revenue an order, with refunds',
    kind: 'ratio',
    chance: 0.3,
    spread: 1.5,
    refunds: 0.05,
    people: [900, 100],
  },
];

function draw(uniform: Uniform, { kind, chance, spread, refunds }: Shop, people: number): Pairs {
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const amount = () => (uniform() < refunds ? -1 : 1) * Math.exp(spread * normal());
  const pairs: Pairs = { values: [], below: [] };
  for (let person = 0; person < people; person++) {
    const orders = kind === 'mean' ? 1 : 1 + Math.floor(16 * uniform() ** 3);
    pairs.values.push(sumOf(Array.from({ length: orders }, () => (uniform() < chance ? amount() : 0))));
    pairs.below.push(orders);
  }
  return pairs;
}

/** `flagged`: the share of runs whose interval of the lift says too little. `misses`: of all runs; `unflagged`: of the others. */
export type SkewedRates = { shop: Shop; flagged: number; misses: number; unflagged: number | null };

/** Counts the 95% intervals of the lift that miss 0, where nothing differs. */
export function skewedRates(shop: Shop, runs: number, seed: number): SkewedRates {
  const uniform = seededUniform(seed);
  const setup = { kind: shop.kind, weights: shop.people, control: 0, planned: null, priorSd: defaultPriorSd };
  let [flagged, misses, unflagged] = [0, 0, 0];
  for (let run = 0; run < runs; run++) {
    const groups = shop.people.map((people) => draw(uniform, shop, people));
    const { evidence } =
      shop.kind === 'ratio'
        ? weighPairs(setup, groups, null)
        : weigh(
            setup,
            groups.map(({ values }) => histogramOf(values)),
            null,
          );
    const { lift_interval: interval = null, is_too_little: isFlagged = true } = evidence[1]?.versus ?? {};
    const isMiss = interval !== null && !isWithin(interval, 0);
    flagged += Number(isFlagged);
    misses += Number(isMiss);
    unflagged += Number(isMiss && !isFlagged);
  }
  // The few that are shown among many flagged ones are a biased selection.
  const shown = flagged > runs / 2 ? null : unflagged / (runs - flagged);
  return { shop, flagged: flagged / runs, misses: misses / runs, unflagged: shown };
}

/** Returns the row for the document. */
export function skewedRow({ shop, flagged, misses, unflagged }: SkewedRates): [what: string, measured: string] {
  const { name, refunds, spread, people } = shop;
  const of = `${name}${refunds > 0 ? ` (${percent(refunds)} of amounts)` : ''}`;
  return [
    `${of}, logarithms of amounts with the standard deviation ${spread}, ${people.map(whole).join(' / ')} people, no difference: "too little to say" of the lift / its 95% interval misses / it misses without that mark`,
    [flagged, misses, unflagged].map((share) => (share === null ? '–' : percent(share))).join(' / '),
  ];
}
